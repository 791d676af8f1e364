-- Which images posts show that were written before 0019 kept it: those of their authors, in the order in which they stand in the text.
insert into forum_post_images (post_id, position, photo_id, image_id, alt)
select p.id, shown.position, coalesce(ph.id, pi.photo_id), coalesce(pi.image_id, u.image_id),
       replace(replace(replace(replace(shown.parts[2], '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&')
  from forum_posts p
 cross join lateral regexp_matches(p.body_html, '<mb-photo id="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})">([^<]*)</mb-photo>', 'g')
            with ordinality as shown(parts, position)
  left join photos ph on ph.id = shown.parts[1]::uuid and ph.member_id = p.author_id
  left join (photo_images pi join photos owned on owned.id = pi.photo_id) on pi.image_id = shown.parts[1]::uuid and owned.member_id = p.author_id
  left join forum_uploads u on u.image_id = shown.parts[1]::uuid and u.member_id = p.author_id
 where p.body_html like '%<mb-photo %' and shown.position <= 20 and num_nonnulls(ph.id, pi.image_id, u.image_id) > 0
   and not exists (select from forum_post_images fi where fi.post_id = p.id);
