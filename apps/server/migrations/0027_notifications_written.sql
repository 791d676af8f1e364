-- Open streams of events are told by what was written since the last look.
create index notifications_written on notifications (written_by);
