-- Everything that a club was told since the table joined it is told anew, in an epoch of its own
-- (server/wire/epochs.py). For the store, and for install.sh with the matches of an older version.
DELETE FROM club_matches WHERE match NOT IN (SELECT id FROM matches);
DELETE FROM outbox;
DELETE FROM sqlite_sequence WHERE name = 'outbox';
INSERT INTO outbox (match, what, number)
SELECT match, what, number FROM (
    SELECT match, 0 AS place, 'begun' AS what, NULL AS number FROM club_matches
    UNION ALL
    SELECT match, 1, 'row', number FROM journal JOIN club_matches USING (match)
    UNION ALL
    SELECT match, 2, 'changed', NULL FROM matches JOIN club_matches ON match = id
    WHERE state <> 'running' OR winners IS NOT NULL
) ORDER BY match, place, number;
-- Where there is nothing else, a match that is not there is told to be so.
INSERT INTO outbox (match, what)
SELECT 1 + (SELECT coalesce(max(id), 0) FROM matches), 'deleted' FROM club
WHERE NOT EXISTS (SELECT 1 FROM outbox);
UPDATE club SET epoch = substr(epoch, 1, instr(epoch || '.', '.') - 1) || '.'
    || (SELECT max(seq) FROM outbox) || '.' || lower(hex(randomblob(4)));
