-- Whether a member muted any topic is asked whenever they read a list of all.
create index forum_tracks_muted on forum_tracks (member_id) where is_muted;
