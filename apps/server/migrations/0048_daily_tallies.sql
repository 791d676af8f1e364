-- Who was here on which day of the site's time zone: kept for as long as a week is counted from it.
create table active_days (
  day       date not null,
  member_id uuid not null references members on delete cascade,
  primary key (day, member_id)
);
create index active_days_member on active_days (member_id);

-- The community in figures, one a day and measure. A job writes them; nothing else is read when they are looked at.
create table daily_tallies (
  measure text collate "C" not null,
  day     date not null,
  value   double precision not null,
  primary key (measure, day)
);
