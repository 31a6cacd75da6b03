-- The tables of a club as version 0.2.0 made them on PostgreSQL 15, by pg_dump --schema-only.

CREATE TABLE public.apart (
    one integer NOT NULL,
    other integer NOT NULL
);

CREATE TABLE public.counting (
    one integer NOT NULL,
    revision integer NOT NULL,
    rate_from double precision
);

CREATE SEQUENCE public.counting_one_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.counting_one_seq OWNED BY public.counting.one;

CREATE TABLE public.ends (
    match integer NOT NULL,
    ended double precision NOT NULL,
    sets character varying(500) NOT NULL,
    together boolean NOT NULL,
    seconds double precision NOT NULL,
    stamp integer NOT NULL,
    trouble character varying(1000)
);

CREATE TABLE public.entrants (
    tournament integer NOT NULL,
    person integer NOT NULL,
    from_round integer NOT NULL,
    left_after integer
);

CREATE TABLE public.form (
    version integer NOT NULL
);

CREATE SEQUENCE public.form_version_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.form_version_seq OWNED BY public.form.version;

CREATE TABLE public.identities (
    "table" character varying(40) NOT NULL,
    epoch character varying(64) NOT NULL,
    player character varying(40) NOT NULL,
    name character varying(200) NOT NULL,
    person integer NOT NULL
);

CREATE TABLE public.matches (
    id integer NOT NULL,
    "table" character varying(40) NOT NULL,
    epoch character varying(64) NOT NULL,
    number integer NOT NULL,
    game character varying(60) NOT NULL,
    settings json NOT NULL,
    players json NOT NULL,
    state character varying(20) NOT NULL,
    created_at double precision NOT NULL,
    finished_at double precision,
    winners json
);

CREATE SEQUENCE public.matches_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.matches_id_seq OWNED BY public.matches.id;

CREATE TABLE public.people (
    id integer NOT NULL,
    name character varying(200) NOT NULL,
    named boolean NOT NULL,
    added boolean NOT NULL
);

CREATE SEQUENCE public.people_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.people_id_seq OWNED BY public.people.id;

CREATE TABLE public.ratings (
    scope character varying(60) NOT NULL,
    person integer NOT NULL,
    match integer NOT NULL,
    ended double precision NOT NULL,
    mu_before double precision NOT NULL,
    sigma_before double precision NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    expected double precision NOT NULL,
    beaten double precision NOT NULL
);

CREATE TABLE public.results (
    match integer NOT NULL,
    index integer NOT NULL,
    place integer,
    won boolean NOT NULL,
    points integer NOT NULL,
    kinds json NOT NULL,
    turns integer NOT NULL,
    seconds double precision NOT NULL,
    robot boolean NOT NULL
);

CREATE TABLE public.rounds (
    tournament integer NOT NULL,
    number integer NOT NULL,
    at double precision NOT NULL
);

CREATE TABLE public.rows (
    match integer NOT NULL,
    number integer NOT NULL,
    kind character varying(20) NOT NULL,
    key character varying(10000) NOT NULL,
    by character varying(40) NOT NULL,
    at double precision NOT NULL
);

CREATE TABLE public.seated (
    seating integer NOT NULL,
    index integer NOT NULL,
    person integer NOT NULL
);

CREATE TABLE public.seatings (
    id integer NOT NULL,
    tournament integer NOT NULL,
    round integer NOT NULL,
    number integer NOT NULL,
    "table" character varying(40),
    match integer,
    by_hand json,
    void boolean NOT NULL,
    reason character varying(500) NOT NULL
);

CREATE SEQUENCE public.seatings_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.seatings_id_seq OWNED BY public.seatings.id;

CREATE TABLE public.seats (
    match integer NOT NULL,
    index integer NOT NULL,
    colour character varying(40) NOT NULL,
    player character varying(40)
);

CREATE TABLE public.tables (
    key character varying(40) NOT NULL,
    name character varying(200) NOT NULL,
    epoch character varying(64) NOT NULL,
    last integer NOT NULL,
    here boolean NOT NULL,
    since double precision NOT NULL,
    summary json,
    invited_at double precision NOT NULL,
    expelled boolean NOT NULL
);

CREATE TABLE public.tournaments (
    id integer NOT NULL,
    kind character varying(20) NOT NULL,
    name character varying(200) NOT NULL,
    game character varying(60) NOT NULL,
    settings json NOT NULL,
    "least" integer NOT NULL,
    most integer NOT NULL,
    rounds integer NOT NULL,
    begun_at double precision NOT NULL,
    closed_at double precision
);

CREATE SEQUENCE public.tournaments_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.tournaments_id_seq OWNED BY public.tournaments.id;

CREATE TABLE public.unsettled (
    match integer NOT NULL
);

ALTER TABLE ONLY public.counting ALTER COLUMN one SET DEFAULT nextval('public.counting_one_seq'::regclass);

ALTER TABLE ONLY public.form ALTER COLUMN version SET DEFAULT nextval('public.form_version_seq'::regclass);

ALTER TABLE ONLY public.matches ALTER COLUMN id SET DEFAULT nextval('public.matches_id_seq'::regclass);

ALTER TABLE ONLY public.people ALTER COLUMN id SET DEFAULT nextval('public.people_id_seq'::regclass);

ALTER TABLE ONLY public.seatings ALTER COLUMN id SET DEFAULT nextval('public.seatings_id_seq'::regclass);

ALTER TABLE ONLY public.tournaments ALTER COLUMN id SET DEFAULT nextval('public.tournaments_id_seq'::regclass);

ALTER TABLE ONLY public.apart
    ADD CONSTRAINT apart_pkey PRIMARY KEY (one, other);

ALTER TABLE ONLY public.counting
    ADD CONSTRAINT counting_pkey PRIMARY KEY (one);

ALTER TABLE ONLY public.ends
    ADD CONSTRAINT ends_pkey PRIMARY KEY (match);

ALTER TABLE ONLY public.entrants
    ADD CONSTRAINT entrants_pkey PRIMARY KEY (tournament, person);

ALTER TABLE ONLY public.form
    ADD CONSTRAINT form_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY ("table", epoch, player);

ALTER TABLE ONLY public.matches
    ADD CONSTRAINT matches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_pkey PRIMARY KEY (scope, person, match);

ALTER TABLE ONLY public.results
    ADD CONSTRAINT results_pkey PRIMARY KEY (match, index);

ALTER TABLE ONLY public.rounds
    ADD CONSTRAINT rounds_pkey PRIMARY KEY (tournament, number);

ALTER TABLE ONLY public.rows
    ADD CONSTRAINT rows_pkey PRIMARY KEY (match, number);

ALTER TABLE ONLY public.seated
    ADD CONSTRAINT seated_pkey PRIMARY KEY (seating, index);

ALTER TABLE ONLY public.seatings
    ADD CONSTRAINT seatings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY (match, index);

ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.tournaments
    ADD CONSTRAINT tournaments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.unsettled
    ADD CONSTRAINT unsettled_pkey PRIMARY KEY (match);

CREATE INDEX ix_ends_ended ON public.ends USING btree (ended);

CREATE INDEX ix_identities_person ON public.identities USING btree (person);

CREATE INDEX ix_ratings_ended ON public.ratings USING btree (ended);

CREATE INDEX ix_seatings_tournament ON public.seatings USING btree (tournament);

CREATE UNIQUE INDEX matches_of_tables ON public.matches USING btree ("table", epoch, number);

ALTER TABLE ONLY public.apart
    ADD CONSTRAINT apart_one_fkey FOREIGN KEY (one) REFERENCES public.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.apart
    ADD CONSTRAINT apart_other_fkey FOREIGN KEY (other) REFERENCES public.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ends
    ADD CONSTRAINT ends_match_fkey FOREIGN KEY (match) REFERENCES public.matches(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.entrants
    ADD CONSTRAINT entrants_person_fkey FOREIGN KEY (person) REFERENCES public.people(id);

ALTER TABLE ONLY public.entrants
    ADD CONSTRAINT entrants_tournament_fkey FOREIGN KEY (tournament) REFERENCES public.tournaments(id);

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_person_fkey FOREIGN KEY (person) REFERENCES public.people(id);

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_table_fkey FOREIGN KEY ("table") REFERENCES public.tables(key);

ALTER TABLE ONLY public.matches
    ADD CONSTRAINT matches_table_fkey FOREIGN KEY ("table") REFERENCES public.tables(key);

ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_match_fkey FOREIGN KEY (match) REFERENCES public.matches(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_person_fkey FOREIGN KEY (person) REFERENCES public.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.results
    ADD CONSTRAINT results_match_fkey FOREIGN KEY (match) REFERENCES public.ends(match) ON DELETE CASCADE;

ALTER TABLE ONLY public.rounds
    ADD CONSTRAINT rounds_tournament_fkey FOREIGN KEY (tournament) REFERENCES public.tournaments(id);

ALTER TABLE ONLY public.rows
    ADD CONSTRAINT rows_match_fkey FOREIGN KEY (match) REFERENCES public.matches(id);

ALTER TABLE ONLY public.seated
    ADD CONSTRAINT seated_person_fkey FOREIGN KEY (person) REFERENCES public.people(id);

ALTER TABLE ONLY public.seated
    ADD CONSTRAINT seated_seating_fkey FOREIGN KEY (seating) REFERENCES public.seatings(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.seatings
    ADD CONSTRAINT seatings_match_fkey FOREIGN KEY (match) REFERENCES public.matches(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.seatings
    ADD CONSTRAINT seatings_table_fkey FOREIGN KEY ("table") REFERENCES public.tables(key);

ALTER TABLE ONLY public.seatings
    ADD CONSTRAINT seatings_tournament_fkey FOREIGN KEY (tournament) REFERENCES public.tournaments(id);

ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_match_fkey FOREIGN KEY (match) REFERENCES public.matches(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.unsettled
    ADD CONSTRAINT unsettled_match_fkey FOREIGN KEY (match) REFERENCES public.matches(id) ON DELETE CASCADE;
