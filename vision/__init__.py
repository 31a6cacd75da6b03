"""What a camera sees: pictures, tags, pieces and places; no rule of any game.

The modules here are what all rooms share. A room imports only what stands before it:

    rules, the modules here
    recognise         which pieces are in a picture
    locate            where on the table they are
    watching          when it is worth looking, and what several looks agree on
    simulator         tables that are drawn instead of photographed
    measure           how well the readers read
    games/<game>      the faces, boards and scenes of a game; `simulator` finds them by their names
"""
