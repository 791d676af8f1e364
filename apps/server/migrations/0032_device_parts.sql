-- What a device says of itself in parts, so that lists name it in their reader's language. `device_name` is what it was called by its client.
alter table sessions add column device_browser text, add column device_system text;
update sessions set device_browser = split_part(device_name, ' on ', 1), device_system = split_part(device_name, ' on ', 2), device_name = null
 where device_name like '% on %';
update sessions set device_name = null where device_name = 'Unknown device';
