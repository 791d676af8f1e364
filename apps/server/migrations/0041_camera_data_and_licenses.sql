-- How an image was taken, where its owner shows that: only then is it kept. Never where, when or by whom.
alter table photo_images add column camera jsonb;
alter table photo_images add constraint photo_images_camera_check check (
  jsonb_typeof(camera) = 'object'
  and camera - '{camera,lens,focal_length,aperture,exposure_time,iso}'::text[] = '{}'
  and length(camera::text) <= 1000);
-- By SPDX identifier. None: all rights are reserved.
alter table photos add column license text;
alter table photos add constraint photos_license_check
  check (license in ('CC-BY-4.0', 'CC-BY-SA-4.0', 'CC-BY-NC-4.0', 'CC0-1.0'));
