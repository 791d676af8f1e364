--
-- PostgreSQL database dump
--

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET client_encoding = 'UTF8';

COPY public.legacy_hash (_key, data, type) FROM stdin;
category:1	{"cid": 1, "icon": "fa-bullhorn", "link": "", "name": "Announcements", "slug": "1/announcements", "class": "col-md-3 col-6", "color": "#ffffff", "order": 1, "handle": "announcements", "bgColor": "#fda34b", "disabled": 0, "isSection": 0, "parentCid": 0, "imageClass": "cover", "post_count": 0, "description": "Announcements regarding our community", "topic_count": 0, "numRecentReplies": 1, "subCategoriesPerPage": 10}	hash
post:8	{"pid": 8, "tid": "2", "uid": 2, "content": "Emoji 👩🏾‍🎨📷 and a flag 🇳🇬, a zero-width joiner, and a “quote”.\\n\\nReply 5 for @ada and @chidi-nwosu.", "replies": 1, "timestamp": 1796067170767}	hash
category:2	{"cid": 2, "icon": "fa-comments-o", "link": "", "name": "General Discussion", "slug": "2/general-discussion", "class": "col-md-3 col-6", "color": "#ffffff", "order": 2, "handle": "general-discussion", "bgColor": "#59b3d0", "disabled": 0, "isSection": 0, "parentCid": 0, "imageClass": "cover", "post_count": 1, "description": "A place to talk about whatever you want", "topic_count": 1, "numRecentReplies": 1, "subCategoriesPerPage": 10}	hash
category:3	{"cid": 3, "icon": "fa-newspaper-o", "link": "", "name": "Blogs", "slug": "3/blogs", "class": "col-md-3 col-6", "color": "#ffffff", "order": 4, "handle": "blogs", "bgColor": "#86ba4b", "disabled": 0, "isSection": 0, "parentCid": 0, "imageClass": "cover", "post_count": 0, "description": "Blog posts from individual members", "topic_count": 0, "numRecentReplies": 1, "subCategoriesPerPage": 10}	hash
category:4	{"cid": 4, "icon": "fa-question", "link": "", "name": "Comments & Feedback", "slug": "4/comments-feedback", "class": "col-md-3 col-6", "color": "#ffffff", "order": 3, "handle": "comments-feedback", "bgColor": "#e95c5a", "disabled": 0, "isSection": 0, "parentCid": 0, "imageClass": "cover", "post_count": 0, "description": "Got a question? Ask away!", "topic_count": 0, "numRecentReplies": 1, "subCategoriesPerPage": 10}	hash
post:3	{"pid": 3, "tid": "2", "uid": 3, "content": "How do you dry prints in the rainy season? I hang them **inside** a cupboard.\\n\\nReply 0 for @ada and @chidi-nwosu.", "timestamp": 1796067168943}	hash
post:6	{"pid": 6, "tid": "2", "uid": 4, "content": "今日の光はとても柔らかい。古い**フィルム**で撮りました。\\n\\nReply 3 for @ada and @chidi-nwosu.", "timestamp": 1796067170010}	hash
user:3	{"uid": 3, "email": "member1@forum.example", "joindate": 1796067141893, "username": "Chidi Nwosu", "userslug": "chidi-nwosu", "postcount": 39, "topiccount": 4, "email:confirmed": 1}	hash
post:7	{"pid": 7, "tid": "2", "uid": 7, "toPid": 4, "content": "ዛሬ ጠዋት በአዲስ አበባ ብርሃኑ ጥሩ ነበር።\\n\\nReply 4 for @ada and @chidi-nwosu.", "replies": 1, "timestamp": 1796067170406}	hash
post:5	{"pid": 5, "tid": "2", "uid": 9, "content": "صباح الخير، هذه أول صورة لي بعدسة قديمة.\\n\\nما رأيكم؟\\n\\nReply 2 for @ada and @chidi-nwosu.", "replies": 1, "timestamp": 1796067169732}	hash
post:2	{"pid": 2, "tid": 2, "uid": 2, "content": "How do you dry prints in the rainy season? I hang them **inside** a cupboard.\\n\\nTopic 0.", "replies": 1, "timestamp": 1796067168480}	hash
post:10	{"pid": 10, "tid": "2", "uid": 8, "toPid": 5, "content": "> @admin_team [said](/post/5):\\n>\\n> صباح الخير، هذه أول صورة لي بعدسة قديمة.\\n\\n1. First\\n2. Second\\n   - nested\\n\\n| f | ISO |\\n|---|---|\\n| 8 | 100 |\\n\\nReply 7 for @ada and @chidi-nwosu.", "replies": 1, "timestamp": 1796067171472}	hash
post:4	{"pid": 4, "tid": "2", "uid": 6, "toPid": 2, "content": "> @ada [said](/post/2):\\n>\\n> How do you dry prints in the rainy season? I hang them **inside** a cupboard.\\n\\nỌjọ́ dára! Mo rí ìmọ́lẹ̀ tó dára gan-an ní àárọ̀ yìí.\\n\\nReply 1 for @ada and @chidi-nwosu.", "replies": 1, "timestamp": 1796067169374}	hash
post:63	{"pid": 63, "tid": 3, "uid": 3, "content": "Ọjọ́ dára! Mo rí ìmọ́lẹ̀ tó dára gan-an ní àárọ̀ yìí.\\n\\nTopic 1.", "timestamp": 1796067185160}	hash
post:12	{"pid": 12, "tid": "2", "uid": 6, "content": "Žluťoučký kůň — grüße, façade, İstanbul, ꜱmall caps, Ω≈ç√.\\n\\nReply 9 for @ada and @chidi-nwosu.", "timestamp": 1796067172233}	hash
post:64	{"pid": 64, "tid": "3", "uid": 4, "content": "Ọjọ́ dára! Mo rí ìmọ́lẹ̀ tó dára gan-an ní àárọ̀ yìí.\\n\\nReply 0 for @ada and @chidi-nwosu.", "timestamp": 1796067185415}	hash
post:69	{"pid": 69, "tid": "5", "uid": 6, "content": "今日の光はとても柔らかい。古い**フィルム**で撮りました。\\n\\nReply 0 for @ada and @chidi-nwosu.", "timestamp": 1796067186431}	hash
post:11	{"pid": 11, "tid": "2", "uid": 3, "content": "Backslashes \\\\ tabs\\tand a line\\nbreak; $1 \\\\N \\\\. are plain text.\\n\\nReply 8 for @ada and @chidi-nwosu.", "replies": 1, "timestamp": 1796067171914}	hash
post:70	{"pid": 70, "tid": "5", "uid": 9, "toPid": 68, "content": "> @田中さん [said](/post/68):\\n>\\n> 今日の光はとても柔らかい。古い**フィルム**で撮りました。\\n\\nዛሬ ጠዋት በአዲስ አበባ ብርሃኑ ጥሩ ነበር።\\n\\nReply 1 for @ada and @chidi-nwosu.", "timestamp": 1796067186653}	hash
post:9	{"pid": 9, "tid": "2", "uid": 5, "content": "```js\\nconst at = \\"@ada\\";\\n```\\nCode stays as it is, `@ada` too.\\n\\nReply 6 for @ada and @chidi-nwosu.", "timestamp": 1796067171196}	hash
post:14	{"pid": 14, "tid": "2", "uid": 4, "content": "Ọjọ́ dára! Mo rí ìmọ́lẹ̀ tó dára gan-an ní àárọ̀ yìí.\\n\\nReply 11 for @ada and @chidi-nwosu.", "replies": 1, "timestamp": 1796067172767}	hash
post:13	{"pid": 13, "tid": "2", "uid": 9, "toPid": 7, "content": "How do you dry prints in the rainy season? I hang them **inside** a cupboard.\\n\\nReply 10 for @ada and @chidi-nwosu.", "replies": 1, "timestamp": 1796067172475}	hash
post:71	{"pid": 71, "tid": "5", "uid": 4, "content": "Emoji 👩🏾‍🎨📷 and a flag 🇳🇬, a zero-width joiner, and a “quote”.\\n\\nReply 2 for @ada and @chidi-nwosu.", "timestamp": 1796067186816}	hash
post:75	{"pid": 75, "tid": "6", "uid": 5, "content": "```js\\nconst at = \\"@ada\\";\\n```\\nCode stays as it is, `@ada` too.\\n\\nReply 2 for @ada and @chidi-nwosu.", "timestamp": 1796067188591}	hash
post:87	{"pid": 87, "tid": "8", "uid": 2, "content": "Žluťoučký kůň — grüße, façade, İstanbul, ꜱmall caps, Ω≈ç√.\\n\\nReply 3 for @ada and @chidi-nwosu.", "timestamp": 1796067192533}	hash
user:9	{"uid": 9, "email": "member7@forum.example", "banned": 1, "joindate": 1796067164760, "username": "admin_team", "userslug": "admin_team", "postcount": 37, "topiccount": 3, "banned:expire": 0, "email:confirmed": 1}	hash
topic:2	{"cid": 5, "tid": 2, "uid": 2, "slug": "2/0.-how-do-you-dry-prints-in-the-rainy-season-i-hang-them-ins", "title": "0. How do you dry prints in the rainy season? I hang them   ins", "mainPid": 2, "postcount": 61, "teaserPid": "62", "timestamp": 1796067168480, "viewcount": 0, "postercount": 8, "lastposttime": 1796067184826, "followercount": 1}	hash
post:66	{"pid": 66, "tid": "4", "uid": 5, "content": "صباح الخير، هذه أول صورة لي بعدسة قديمة.\\n\\nما رأيكم؟\\n\\nReply 0 for @ada and @chidi-nwosu.", "timestamp": 1796067185895}	hash
user:8	{"uid": 8, "email": "member6@forum.example", "joindate": 1796067162002, "username": "Zoë", "userslug": "zoë", "postcount": 40, "topiccount": 3, "email:confirmed": 1}	hash
post:86	{"pid": 86, "tid": "8", "uid": 7, "content": "Backslashes \\\\ tabs\\tand a line\\nbreak; $1 \\\\N \\\\. are plain text.\\n\\nReply 2 for @ada and @chidi-nwosu.", "timestamp": 1796067192141}	hash
post:72	{"pid": 72, "tid": 6, "uid": 6, "content": "ዛሬ ጠዋት በአዲስ አበባ ብርሃኑ ጥሩ ነበር።\\n\\nTopic 4.", "replies": 1, "timestamp": 1796067187116}	hash
topic:7	{"cid": 7, "tid": 7, "uid": 7, "slug": "7/5.-emoji-and-a-flag-a-zero-width-joiner-and-a", "title": "5. Emoji 👩🏾‍🎨📷 and a flag 🇳🇬, a zero-width joiner, and a", "locked": 1, "mainPid": 77, "postcount": 6, "teaserPid": "82", "timestamp": 1796067189296, "viewcount": 0, "postercount": 6, "lastposttime": 1796067190930, "followercount": 1}	hash
post:81	{"pid": 81, "tid": "7", "uid": 9, "content": "Backslashes \\\\ tabs\\tand a line\\nbreak; $1 \\\\N \\\\. are plain text.\\n\\nReply 3 for @ada and @chidi-nwosu.", "timestamp": 1796067190643}	hash
post:80	{"pid": 80, "tid": "7", "uid": 6, "content": "1. First\\n2. Second\\n   - nested\\n\\n| f | ISO |\\n|---|---|\\n| 8 | 100 |\\n\\nReply 2 for @ada and @chidi-nwosu.", "timestamp": 1796067190338}	hash
post:85	{"pid": 85, "tid": "8", "uid": 4, "toPid": 83, "content": "> @Zoë [said](/post/83):\\n>\\n> ```js\\n\\n1. First\\n2. Second\\n   - nested\\n\\n| f | ISO |\\n|---|---|\\n| 8 | 100 |\\n\\nReply 1 for @ada and @chidi-nwosu.", "replies": 1, "timestamp": 1796067191856}	hash
post:68	{"pid": 68, "tid": 5, "uid": 5, "content": "今日の光はとても柔らかい。古い**フィルム**で撮りました。\\n\\nTopic 3.", "replies": 1, "timestamp": 1796067186293}	hash
post:82	{"pid": 82, "tid": "7", "uid": 4, "toPid": 79, "content": "Žluťoučký kůň — grüße, façade, İstanbul, ꜱmall caps, Ω≈ç√.\\n\\nReply 4 for @ada and @chidi-nwosu.", "timestamp": 1796067190930}	hash
post:76	{"pid": 76, "tid": "6", "uid": 8, "content": "1. First\\n2. Second\\n   - nested\\n\\n| f | ISO |\\n|---|---|\\n| 8 | 100 |\\n\\nReply 3 for @ada and @chidi-nwosu.", "timestamp": 1796067188960}	hash
topic:6	{"cid": 6, "tid": 6, "uid": 6, "slug": "6/4.-ዛሬ-ጠዋት-በአዲስ-አበባ-ብርሃኑ-ጥሩ-ነበር", "title": "4. ዛሬ ጠዋት በአዲስ አበባ ብርሃኑ ጥሩ ነበር።", "mainPid": 72, "postcount": 5, "teaserPid": "76", "timestamp": 1796067187116, "viewcount": 0, "postercount": 5, "lastposttime": 1796067188960, "followercount": 1}	hash
post:67	{"pid": 67, "tid": "4", "uid": 8, "toPid": 65, "content": "> @أمينة [said](/post/65):\\n>\\n> صباح الخير، هذه أول صورة لي بعدسة قديمة.\\n\\n今日の光はとても柔らかい。古い**フィルム**で撮りました。\\n\\nReply 1 for @ada and @chidi-nwosu.", "timestamp": 1796067186027}	hash
post:89	{"pid": 89, "tid": "8", "uid": 8, "content": "Ọjọ́ dára! Mo rí ìmọ́lẹ̀ tó dára gan-an ní àárọ̀ yìí.\\n\\nReply 5 for @ada and @chidi-nwosu.", "timestamp": 1796067192951}	hash
post:65	{"pid": 65, "tid": 4, "uid": 4, "content": "صباح الخير، هذه أول صورة لي بعدسة قديمة.\\n\\nما رأيكم؟\\n\\n![A print](/assets/uploads/files/1796067168327-print.jpg)\\n\\nTopic 2.", "replies": 1, "uploads": "[\\"/files/1796067168327-print.jpg\\"]", "timestamp": 1796067185684}	hash
topic:32	{"cid": 5, "tid": 32, "uid": 2, "slug": "32/a-deleted-topic-canary", "title": "A deleted topic canary", "deleted": 1, "mainPid": 302, "postcount": 1, "timestamp": 1796067243154, "viewcount": 0, "deleterUid": 1, "postercount": 1, "lastposttime": 1796067243154, "followercount": 1, "deletedTimestamp": 1796067243386}	hash
post:77	{"pid": 77, "tid": 7, "uid": 7, "content": "Emoji 👩🏾‍🎨📷 and a flag 🇳🇬, a zero-width joiner, and a “quote”.\\n\\nTopic 5.", "replies": 1, "timestamp": 1796067189296}	hash
topic:5	{"cid": 5, "tid": 5, "uid": 5, "slug": "5/3.-今日の光はとても柔らかい-古い-フィルム-で撮りました", "title": "3. 今日の光はとても柔らかい。古い  フィルム  で撮りました。", "pinned": 1, "mainPid": 68, "postcount": 4, "teaserPid": "71", "timestamp": 1796067186293, "viewcount": 0, "postercount": 4, "lastposttime": 1796067186816, "followercount": 1}	hash
topic:4	{"cid": 7, "tid": 4, "uid": 4, "slug": "4/2.-صباح-الخير-هذه-أول-صورة-لي-بعدسة-قديمة.-ما-رأيكم", "title": "2. صباح الخير، هذه أول صورة لي بعدسة قديمة.  ما رأيكم؟", "mainPid": 65, "postcount": 3, "teaserPid": "67", "timestamp": 1796067185684, "viewcount": 0, "postercount": 3, "lastposttime": 1796067186027, "followercount": 1}	hash
topic:3	{"cid": 6, "tid": 3, "uid": 3, "slug": "3/1.-ọjọ-dára-mo-rí-ìmọ-lẹ-tó-dára-gan-an-ní-àárọ-yìí.", "title": "1. Ọjọ́ dára! Mo rí ìmọ́lẹ̀ tó dára gan-an ní àárọ̀ yìí.", "mainPid": 63, "postcount": 2, "teaserPid": "64", "timestamp": 1796067185160, "viewcount": 0, "postercount": 2, "lastposttime": 1796067185415, "followercount": 1}	hash
post:88	{"pid": 88, "tid": "8", "uid": 5, "toPid": 85, "content": "How do you dry prints in the rainy season? I hang them **inside** a cupboard.\\n\\nReply 4 for @ada and @chidi-nwosu.", "timestamp": 1796067192752}	hash
post:73	{"pid": 73, "tid": "6", "uid": 7, "content": "ዛሬ ጠዋት በአዲስ አበባ ብርሃኑ ጥሩ ነበር።\\n\\nReply 0 for @ada and @chidi-nwosu.", "timestamp": 1796067187332}	hash
post:78	{"pid": 78, "tid": "7", "uid": 8, "content": "Emoji 👩🏾‍🎨📷 and a flag 🇳🇬, a zero-width joiner, and a “quote”.\\n\\nReply 0 for @ada and @chidi-nwosu.", "timestamp": 1796067189569}	hash
post:83	{"pid": 83, "tid": 8, "uid": 8, "content": "```js\\nconst at = \\"@ada\\";\\n```\\nCode stays as it is, `@ada` too.\\n\\nTopic 6.", "replies": 1, "timestamp": 1796067191324}	hash
category:5	{"cid": 5, "icon": "", "link": "", "name": "Darkroom & chemistry", "slug": "5/darkroom-chemistry", "class": "col-md-3 col-6", "color": "#ffffff", "order": 0, "handle": "darkroom-chemistry", "bgColor": "#36608f", "disabled": 0, "isSection": 0, "parentCid": 0, "imageClass": "cover", "post_count": 133, "description": "About Darkroom & chemistry", "topic_count": 12, "numRecentReplies": 1, "subCategoriesPerPage": 10}	hash
post:74	{"pid": 74, "tid": "6", "uid": 2, "toPid": 72, "content": "> @wanjiru.k [said](/post/72):\\n>\\n> ዛሬ ጠዋት በአዲስ አበባ ብርሃኑ ጥሩ ነበር።\\n\\nEmoji 👩🏾‍🎨📷 and a flag 🇳🇬, a zero-width joiner, and a “quote”.\\n\\nReply 1 for @ada and @chidi-nwosu.", "timestamp": 1796067187680}	hash
user:1	{"uid": 1, "email": "boss@forum.example", "joindate": 1796067053261, "username": "boss", "userslug": "boss", "postcount": 2, "groupTitle": "[\\"administrators\\"]", "topiccount": 2, "email:confirmed": 1}	hash
user:2	{"uid": 2, "email": "member0@forum.example", "joindate": 1796067136626, "username": "ada", "userslug": "ada", "postcount": 35, "topiccount": 6, "email:confirmed": 1}	hash
topic:8	{"cid": 5, "tid": 8, "uid": 8, "slug": "8/6.-js-const-at-@ada-code-stays-as-it-is-@ada-too", "title": "6.    js const at = \\"@ada\\";     Code stays as it is,  @ada  too", "mainPid": 83, "postcount": 7, "teaserPid": "89", "timestamp": 1796067191324, "viewcount": 0, "postercount": 6, "lastposttime": 1796067192951, "followercount": 1}	hash
post:84	{"pid": 84, "tid": "8", "uid": 9, "content": "```js\\nconst at = \\"@ada\\";\\n```\\nCode stays as it is, `@ada` too.\\n\\nReply 0 for @ada and @chidi-nwosu.", "timestamp": 1796067191570}	hash
category:7	{"cid": 7, "icon": "", "link": "", "name": "Questions", "slug": "7/questions", "class": "col-md-3 col-6", "color": "#ffffff", "order": -2, "handle": "questions", "bgColor": "#36608f", "disabled": 0, "isSection": 0, "parentCid": 0, "imageClass": "cover", "post_count": 90, "description": "About Questions", "topic_count": 10, "numRecentReplies": 1, "subCategoriesPerPage": 10}	hash
post:79	{"pid": 79, "tid": "7", "uid": 3, "toPid": 77, "content": "> @olu-ade [said](/post/77):\\n>\\n> Emoji 👩🏾‍🎨📷 and a flag 🇳🇬, a zero-width joiner, and a “quote”.\\n\\n```js\\nconst at = \\"@ada\\";\\n```\\nCode stays as it is, `@ada` too.\\n\\nReply 1 for @ada and @chidi-nwosu.", "replies": 1, "timestamp": 1796067189897}	hash
user:4	{"uid": 4, "email": "member2@forum.example", "joindate": 1796067145934, "username": "أمينة", "userslug": "أمينة", "postcount": 42, "topiccount": 4, "email:confirmed": 1}	hash
post:303	{"pid": 303, "tid": 33, "uid": 2, "content": "Its opening stays.", "timestamp": 1796067243467}	hash
user:5	{"uid": 5, "email": "member3@forum.example", "joindate": 1796067149565, "username": "田中さん", "userslug": "田中さん", "postcount": 37, "topiccount": 4, "email:confirmed": 1}	hash
user:7	{"uid": 7, "email": "member5@forum.example", "joindate": 1796067157456, "username": "olu-ade", "userslug": "olu-ade", "postcount": 38, "topiccount": 4, "email:confirmed": 1}	hash
user:6	{"uid": 6, "email": "member4@forum.example", "joindate": 1796067153007, "username": "wanjiru.k", "userslug": "wanjiru.k", "postcount": 35, "topiccount": 4, "email:confirmed": 1}	hash
topic:33	{"cid": 5, "tid": 33, "uid": 2, "slug": "33/a-topic-with-a-deleted-reply", "title": "A topic with a deleted reply", "mainPid": 303, "postcount": 2, "timestamp": 1796067243467, "viewcount": 0, "postercount": 2, "lastposttime": 1796067243467, "followercount": 1}	hash
category:6	{"cid": 6, "icon": "", "link": "", "name": "معرض الصور", "slug": "6/معرض-الصور", "class": "col-md-3 col-6", "color": "#333333", "order": -1, "handle": "معرض-الصور", "bgColor": "#36608f", "disabled": 0, "isSection": 0, "parentCid": 0, "imageClass": "cover", "post_count": 80, "description": "About معرض الصور", "topic_count": 10, "numRecentReplies": 1, "subCategoriesPerPage": 10}	hash
post:304	{"pid": 304, "tid": "33", "uid": 3, "content": "A deleted reply canary", "deleted": 1, "timestamp": 1796067243576, "deleterUid": 1}	hash
category:8	{"cid": 8, "icon": "", "link": "", "name": "Staff only", "slug": "8/staff-only", "class": "col-md-3 col-6", "color": "#ffffff", "order": -3, "handle": "staff-only", "bgColor": "#BA8BAF", "disabled": 0, "isSection": 0, "parentCid": 0, "imageClass": "cover", "post_count": 1, "description": "", "topic_count": 1, "numRecentReplies": 1, "subCategoriesPerPage": 10}	hash
post:305	{"pid": 305, "tid": 34, "uid": 1, "content": "A staff topic canary", "timestamp": 1796067244204}	hash
topic:34	{"cid": 8, "tid": 34, "uid": 1, "slug": "34/a-staff-topic-canary", "title": "A staff topic canary", "mainPid": 305, "postcount": 1, "timestamp": 1796067244204, "viewcount": 0, "postercount": 1, "lastposttime": 1796067244204, "followercount": 1}	hash
post:302	{"pid": 302, "tid": 32, "uid": 2, "content": "A deleted topic canary", "timestamp": 1796067243154}	hash
\.


COPY public.legacy_zset (_key, value, score, type) FROM stdin;
group:cid:1:privileges:groups:topics:read:members	registered-users	1796067052640	zset
group:cid:1:privileges:groups:topics:read:members	fediverse	1796067052646	zset
group:cid:1:privileges:groups:topics:read:members	administrators	1796067052689	zset
group:cid:1:privileges:groups:topics:read:members	Global Moderators	1796067052696	zset
group:cid:1:privileges:groups:topics:read:members	spiders	1796067052711	zset
group:cid:3:privileges:groups:topics:read:members	registered-users	1796067053029	zset
group:cid:3:privileges:groups:topics:read:members	fediverse	1796067053037	zset
group:cid:1:privileges:groups:topics:read:members	guests	1796067052708	zset
group:cid:4:privileges:groups:topics:read:members	spiders	1796067053223	zset
group:cid:2:privileges:groups:topics:read:members	registered-users	1796067052839	zset
group:cid:2:privileges:groups:topics:read:members	fediverse	1796067052851	zset
group:cid:2:privileges:groups:topics:read:members	spiders	1796067052899	zset
group:cid:3:privileges:groups:topics:read:members	Global Moderators	1796067053068	zset
group:cid:2:privileges:groups:topics:read:members	administrators	1796067052879	zset
group:cid:2:privileges:groups:topics:read:members	Global Moderators	1796067052889	zset
group:cid:2:privileges:groups:topics:read:members	guests	1796067052893	zset
group:cid:3:privileges:groups:topics:read:members	administrators	1796067053060	zset
group:cid:3:privileges:groups:topics:read:members	guests	1796067053081	zset
group:cid:3:privileges:groups:topics:read:members	spiders	1796067053088	zset
group:cid:4:privileges:groups:topics:read:members	registered-users	1796067053193	zset
group:cid:4:privileges:groups:topics:read:members	fediverse	1796067053196	zset
group:cid:4:privileges:groups:topics:read:members	administrators	1796067053210	zset
group:cid:4:privileges:groups:topics:read:members	Global Moderators	1796067053214	zset
group:cid:4:privileges:groups:topics:read:members	guests	1796067053221	zset
group:cid:5:privileges:groups:topics:read:members	Global Moderators	1796067167047	zset
group:cid:6:privileges:groups:topics:read:members	administrators	1796067167482	zset
group:cid:6:privileges:groups:topics:read:members	Global Moderators	1796067167491	zset
group:cid:5:privileges:groups:topics:read:members	fediverse	1796067166986	zset
group:cid:5:privileges:groups:topics:read:members	administrators	1796067167024	zset
group:cid:5:privileges:groups:topics:read:members	guests	1796067167055	zset
group:cid:5:privileges:groups:topics:read:members	spiders	1796067167059	zset
group:cid:6:privileges:groups:topics:read:members	registered-users	1796067167396	zset
group:cid:5:privileges:groups:topics:read:members	registered-users	1796067166972	zset
group:cid:7:privileges:groups:topics:read:members	registered-users	1796067167838	zset
group:cid:7:privileges:groups:topics:read:members	administrators	1796067167985	zset
group:cid:7:privileges:groups:topics:read:members	Global Moderators	1796067167999	zset
group:cid:7:privileges:groups:topics:read:members	guests	1796067168007	zset
group:cid:7:privileges:groups:topics:read:members	spiders	1796067168029	zset
group:cid:6:privileges:groups:topics:read:members	fediverse	1796067167429	zset
group:cid:6:privileges:groups:topics:read:members	guests	1796067167513	zset
group:cid:6:privileges:groups:topics:read:members	spiders	1796067167523	zset
group:cid:7:privileges:groups:topics:read:members	fediverse	1796067167888	zset
users:banned	9	1796067244859	zset
group:cid:8:privileges:groups:topics:read:members	administrators	1796067243843	zset
group:cid:8:privileges:groups:topics:read:members	Global Moderators	1796067243866	zset
\.


--
-- PostgreSQL database dump complete
--

