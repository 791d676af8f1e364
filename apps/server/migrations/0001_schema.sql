-- The version before may not run on this.
-- The schema of Mbari 0.1.0, the first release. Databases run this file, so never edit it: put changes into a new migration.
--
-- Ids are UUIDv7, ordered by time, except those of images, which are random because they are part of public addresses. Unique text compares bytes
-- (collate "C"), so an upgrade of the operating system's collation cannot let a duplicate in. Tables that reference a later one get that foreign key
-- below the later table. Triggers come after the tables of their subject, because their functions read several of them.

-- ==================== Text functions and shared triggers ===========================================================

-- Folds text for search and tags like fold.ts in the contract: NFKD without ignorable marks and invisible characters; full case folding
-- from tables, independent of locale and version; strokes and hooks; Arabic, Persian and Urdu letter forms; digits. Apostrophes are removed
-- and punctuation becomes a space. fold.test.ts compares both implementations. `translate` scans its whole table for each
-- character, so each table is applied only to texts that contain one of its characters.
create function fold(words text) returns text language plpgsql immutable strict parallel safe as $$
declare
  letters text := words;
begin
  if octet_length(letters) <> char_length(letters) then
    letters := regexp_replace(normalize(letters, NFKD), '[\u00ad\u0300-\u033f\u0342\u0345-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07eb-\u07f3\u07fd\u0897-\u089f\u08ca-\u08e1\u08e3-\u08ff\u0951-\u0954\u115f\u1160\u135d-\u135f\u17b4\u17b5\u180b-\u180f\u1ab0-\u1add\u1ae0-\u1aeb\u1cd0-\u1cd2\u1cd4-\u1ce0\u1ce2-\u1ce8\u1ced\u1cf4\u1cf8\u1cf9\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20f0\u2cef-\u2cf1\u2de0-\u2dff\u302a-\u302d\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\ufff0-\ufff8\U000101fd\U000102e0\U00010efa-\U00010eff\U0001133b\U0001bca0-\U0001bca3\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d167-\U0001d169\U0001d173-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e944-\U0001e94a\U000e0000-\U000e0fff]+', '', 'g');
    if letters ~ '[\u2132\u2183\u0080-\u02ff\u1d00-\u1dbf\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f\U00010780-\U000107bf]' then
      letters := translate(letters, 'ÆÐØÞðøĐđĦħıŁłŊŋŒŦŧƀƁƂƃƄƆƇƈƉƊƋƌƎƏƐƑƒƓƔƖƗƘƙƚƜƝƞƟƢƤƥƦƧƩƬƭƮƱƲƳƴƵƶƷƸƼǝǤǥǶǷȜȠȡȢȤȥȴȵȶȺȻȼȽȾȿɀɁɃɄɅɆɇɈɉɊɋɌɍɎɏɓɔɖɗɘəɛɠɣɦɨɩɫɬɭɱɲɳɵɼɽɾʂʈʉʊʋʐʑʒʝʠᵽẞỺỼỾℲↃⱠⱡⱢⱣⱤⱦⱧⱨⱩⱪⱫⱭⱮⱯⱰⱱⱲⱳⱵⱾⱿꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝁꝂꝄꝆꝈꝉꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ', 'ædoþdoddhhillnnœttbbbbƅoccddddeeeffggiikklɯnnoƣppʀƨʃtttuvyyzzzƹƽeggƕƿȝndȣzzlntⱥccltszɂbuʌeejjqqrryyboddeeegghiilllmnnorrrstuuvzzzjqpßỻỽỿⅎↄlllprthhkkⱬɑmɐɒvwwⱶszꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿkkꝃꝅꝇllꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩhɜɡlɪʞʇjꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔsᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ');
    end if;
    if letters ~ '[\u0370-\u052f\u1c80-\u1c8f\u1f00-\u1fff\ua640-\ua69f]' then
      letters := translate(letters, 'ͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςϏϘϚϜϞϠϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮᲀᲁᲂᲃᲄᲅᲆᲇᲈᲉꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚ', 'ͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωσϗϙϛϝϟϡϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯвдосттъѣꙋᲊꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛ');
    end if;
    if letters ~ '[\u0600-\u08ff]' then
      letters := translate(letters, 'ةىٱٲٳکڪھہۃیېە', 'هياااككهههييه');
    end if;
    if letters ~ '[\u0660-\u0669\u06f0-\u06f9\u07c0-\u07c9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0de6-\u0def\u0e50-\u0e59\u0ed0-\u0ed9\u0f20-\u0f29\u1040-\u1049\u1090-\u1099\u17e0-\u17e9\u1810-\u1819\u1946-\u194f\u19d0-\u19d9\u1a80-\u1a89\u1a90-\u1a99\u1b50-\u1b59\u1bb0-\u1bb9\u1c40-\u1c49\u1c50-\u1c59\ua620-\ua629\ua8d0-\ua8d9\ua900-\ua909\ua9d0-\ua9d9\ua9f0-\ua9f9\uaa50-\uaa59\uabf0-\uabf9\U000104a0-\U000104a9\U00010d30-\U00010d39\U00010d40-\U00010d49\U00011066-\U0001106f\U000110f0-\U000110f9\U00011136-\U0001113f\U000111d0-\U000111d9\U000112f0-\U000112f9\U00011450-\U00011459\U000114d0-\U000114d9\U00011650-\U00011659\U000116c0-\U000116c9\U000116d0-\U000116e3\U00011730-\U00011739\U000118e0-\U000118e9\U00011950-\U00011959\U00011bf0-\U00011bf9\U00011c50-\U00011c59\U00011d50-\U00011d59\U00011da0-\U00011da9\U00011de0-\U00011de9\U00011f50-\U00011f59\U00016130-\U00016139\U00016a60-\U00016a69\U00016ac0-\U00016ac9\U00016b50-\U00016b59\U00016d70-\U00016d79\U0001e140-\U0001e149\U0001e2f0-\U0001e2f9\U0001e4f0-\U0001e4f9\U0001e5f1-\U0001e5fa\U0001e950-\U0001e959]' then
      letters := translate(letters, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯෦෧෨෩෪෫෬෭෮෯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉႐႑႒႓႔႕႖႗႘႙០១២៣៤៥៦៧៨៩᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙᥆᥇᥈᥉᥊᥋᥌᥍᥎᥏᧐᧑᧒᧓᧔᧕᧖᧗᧘᧙᪀᪁᪂᪃᪄᪅᪆᪇᪈᪉᪐᪑᪒᪓᪔᪕᪖᪗᪘᪙᭐᭑᭒᭓᭔᭕᭖᭗᭘᭙᮰᮱᮲᮳᮴᮵᮶᮷᮸᮹᱀᱁᱂᱃᱄᱅᱆᱇᱈᱉᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꘠꘡꘢꘣꘤꘥꘦꘧꘨꘩꣐꣑꣒꣓꣔꣕꣖꣗꣘꣙꤀꤁꤂꤃꤄꤅꤆꤇꤈꤉꧐꧑꧒꧓꧔꧕꧖꧗꧘꧙꧰꧱꧲꧳꧴꧵꧶꧷꧸꧹꩐꩑꩒꩓꩔꩕꩖꩗꩘꩙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹𐒠𐒡𐒢𐒣𐒤𐒥𐒦𐒧𐒨𐒩𐴰𐴱𐴲𐴳𐴴𐴵𐴶𐴷𐴸𐴹𐵀𐵁𐵂𐵃𐵄𐵅𐵆𐵇𐵈𐵉𑁦𑁧𑁨𑁩𑁪𑁫𑁬𑁭𑁮𑁯𑃰𑃱𑃲𑃳𑃴𑃵𑃶𑃷𑃸𑃹𑄶𑄷𑄸𑄹𑄺𑄻𑄼𑄽𑄾𑄿𑇐𑇑𑇒𑇓𑇔𑇕𑇖𑇗𑇘𑇙𑋰𑋱𑋲𑋳𑋴𑋵𑋶𑋷𑋸𑋹𑑐𑑑𑑒𑑓𑑔𑑕𑑖𑑗𑑘𑑙𑓐𑓑𑓒𑓓𑓔𑓕𑓖𑓗𑓘𑓙𑙐𑙑𑙒𑙓𑙔𑙕𑙖𑙗𑙘𑙙𑛀𑛁𑛂𑛃𑛄𑛅𑛆𑛇𑛈𑛉𑛐𑛑𑛒𑛓𑛔𑛕𑛖𑛗𑛘𑛙𑛚𑛛𑛜𑛝𑛞𑛟𑛠𑛡𑛢𑛣𑜰𑜱𑜲𑜳𑜴𑜵𑜶𑜷𑜸𑜹𑣠𑣡𑣢𑣣𑣤𑣥𑣦𑣧𑣨𑣩𑥐𑥑𑥒𑥓𑥔𑥕𑥖𑥗𑥘𑥙𑯰𑯱𑯲𑯳𑯴𑯵𑯶𑯷𑯸𑯹𑱐𑱑𑱒𑱓𑱔𑱕𑱖𑱗𑱘𑱙𑵐𑵑𑵒𑵓𑵔𑵕𑵖𑵗𑵘𑵙𑶠𑶡𑶢𑶣𑶤𑶥𑶦𑶧𑶨𑶩𑷠𑷡𑷢𑷣𑷤𑷥𑷦𑷧𑷨𑷩𑽐𑽑𑽒𑽓𑽔𑽕𑽖𑽗𑽘𑽙𖄰𖄱𖄲𖄳𖄴𖄵𖄶𖄷𖄸𖄹𖩠𖩡𖩢𖩣𖩤𖩥𖩦𖩧𖩨𖩩𖫀𖫁𖫂𖫃𖫄𖫅𖫆𖫇𖫈𖫉𖭐𖭑𖭒𖭓𖭔𖭕𖭖𖭗𖭘𖭙𖵰𖵱𖵲𖵳𖵴𖵵𖵶𖵷𖵸𖵹𞅀𞅁𞅂𞅃𞅄𞅅𞅆𞅇𞅈𞅉𞋰𞋱𞋲𞋳𞋴𞋵𞋶𞋷𞋸𞋹𞓰𞓱𞓲𞓳𞓴𞓵𞓶𞓷𞓸𞓹𞗱𞗲𞗳𞗴𞗵𞗶𞗷𞗸𞗹𞗺𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙', '01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234501230123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678912345012340123456789');
    end if;
    if letters ~ '[\u03e2\u03e4\u03e6\u03e8\u03ea\u03ec\u03ee\u0531-\u0556\u10a0-\u10c5\u10c7\u10cd\u13a0-\u13f5\u1c90-\u1cba\u1cbd-\u1cbf\u2c00-\u2c2f\u2c80\u2c82\u2c84\u2c86\u2c88\u2c8a\u2c8c\u2c8e\u2c90\u2c92\u2c94\u2c96\u2c98\u2c9a\u2c9c\u2c9e\u2ca0\u2ca2\u2ca4\u2ca6\u2ca8\u2caa\u2cac\u2cae\u2cb0\u2cb2\u2cb4\u2cb6\u2cb8\u2cba\u2cbc\u2cbe\u2cc0\u2cc2\u2cc4\u2cc6\u2cc8\u2cca\u2ccc\u2cce\u2cd0\u2cd2\u2cd4\u2cd6\u2cd8\u2cda\u2cdc\u2cde\u2ce0\u2ce2\u2ceb\u2ced\u2cf2\U00010400-\U00010427\U000104b0-\U000104d3\U00010570-\U0001057a\U0001057c-\U0001058a\U0001058c-\U00010592\U00010594\U00010595\U00010c80-\U00010cb2\U00010d50-\U00010d65\U000118a0-\U000118bf\U00016e40-\U00016e5f\U00016ea0-\U00016eb8\U0001e900-\U0001e921]' then
      letters := translate(letters, 'ϢϤϦϨϪϬϮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡', 'ϣϥϧϩϫϭϯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃');
    end if;
    letters := replace(replace(replace(replace(letters, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    letters := normalize(translate(letters, '''‘’ʻʼꞌ׳״', ''), NFC);
  end if;
  letters := replace(lower(letters collate "C"), '''', '');
  return btrim(regexp_replace(letters, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u009f\u00a1-\u00a7\u00a9\u00ab\u00ac\u00ae\u00b0\u00b1\u00b6\u00b7\u00bb\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02d7\u02de\u02df\u02e5-\u02eb\u02ed\u02ef-\u02ff\u0375\u03f6\u0482\u055a-\u055f\u0589\u058a\u058d-\u058f\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0606-\u060f\u061b\u061d-\u061f\u066a-\u066d\u06d4\u06de\u06e9\u06fd\u06fe\u0700-\u070d\u07f6-\u07f9\u07fe\u07ff\u0830-\u083e\u085e\u0888\u0964\u0965\u0970\u09f2\u09f3\u09fa\u09fb\u09fd\u0a76\u0af0\u0af1\u0b70\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f\u0e4f\u0e5a\u0e5b\u0f01-\u0f0b\u0f0d-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fcc\u0fce-\u0fda\u104a-\u104f\u109e\u109f\u10fb\u1360-\u1368\u1390-\u1399\u1400\u166d\u166e\u1680\u169b\u169c\u16eb-\u16ed\u1735\u1736\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u1940\u1944\u1945\u19de-\u19ff\u1a1e\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad\u1b4e\u1b4f\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e\u1c7f\u1cc0-\u1cc7\u1cd3\u2010\u2012-\u2016\u2018-\u2023\u2027-\u2029\u2030-\u2032\u2035\u2038-\u203b\u203d\u203f-\u2046\u204a-\u2056\u2058-\u205e\u2308-\u230b\u2768-\u2775\u27c5\u27c6\u27e6-\u27ef\u2983-\u2998\u29d8-\u29db\u29fc\u29fd\u2cf9-\u2cfc\u2cfe\u2cff\u2d70\u2e00-\u2e2e\u2e30-\u2e4f\u2e52-\u2e5d\u3001-\u3003\u3008-\u3011\u3014-\u301f\u3030\u303d\u30a0\u30fb\ua4fe\ua4ff\ua60d-\ua60f\ua673\ua67e\ua6f2-\ua6f7\ua874-\ua877\ua8ce\ua8cf\ua8f8-\ua8fa\ua8fc\ua92e\ua92f\ua95f\ua9c1-\ua9cd\ua9de\ua9df\uaa5c-\uaa5f\uaade\uaadf\uaaf0\uaaf1\uabeb\ufd3e\ufd3f\ufe45\ufe46\U00010100-\U00010102\U0001039f\U000103d0\U0001056f\U00010857\U0001091f\U0001093f\U00010a50-\U00010a58\U00010a7f\U00010af0-\U00010af6\U00010b39-\U00010b3f\U00010b99-\U00010b9c\U00010d6e\U00010ead\U00010ed0\U00010f55-\U00010f59\U00010f86-\U00010f89\U00011047-\U0001104d\U000110bb\U000110bc\U000110be-\U000110c1\U00011140-\U00011143\U00011174\U00011175\U000111c5-\U000111c8\U000111cd\U000111db\U000111dd-\U000111df\U00011238-\U0001123d\U000112a9\U000113d4\U000113d5\U000113d7\U000113d8\U0001144b-\U0001144f\U0001145a\U0001145b\U0001145d\U000114c6\U000115c1-\U000115d7\U00011641-\U00011643\U00011660-\U0001166c\U000116b9\U0001173c-\U0001173e\U0001183b\U00011944-\U00011946\U000119e2\U00011a3f-\U00011a46\U00011a9a-\U00011a9c\U00011a9e-\U00011aa2\U00011b00-\U00011b09\U00011be1\U00011c41-\U00011c45\U00011c70\U00011c71\U00011ef7\U00011ef8\U00011f43-\U00011f4f\U00011fff\U00012470-\U00012474\U00012ff1\U00012ff2\U00016a6e\U00016a6f\U00016af5\U00016b37-\U00016b3b\U00016b44\U00016d6d-\U00016d6f\U00016e97-\U00016e9a\U00016fe2\U0001bc9f\U0001da87-\U0001da8b\U0001e5ff\U0001e95e\U0001e95f]+', ' ', 'g'));
end $$;

-- Returns the words of a text with their positions. In scripts without spaces, each pair of neighbouring characters is a lexeme, and so is the last
-- character of a run. A substring is found as a phrase of pairs, a single character as a prefix. A space takes a position of its own.
create function searched(words text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  folded text := fold(words);
begin
  if folded !~ '[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\u1b00-\u1b7f\u20a0-\u20cf\u2100-\u2bff\u2e80-\u2fff\u3004-\u3007\u3012-\u3013\u3020-\u302f\u3031-\u30fa\u30fc-\u4dff\u4e00-\ua4cf\ua980-\ua9ff\uaa60-\uaadf\uac00-\ud7ff\uf900-\ufaff\U00016fe0-\U00018dff\U0001aff0-\U0001b2ff\U0001f000-\U0001fbff\U00020000-\U0003ffff]' then
    return (select coalesce(string_agg('''' || left(word, 60) || ''':' || 2 * n - 1, ' '), '')::tsvector
              from unnest(string_to_array(folded, ' ')) with ordinality as t(word, n) where word <> '');
  end if;
  -- U+0001 separates tokens; folded text never contains it.
  folded := regexp_replace(replace(folded, ' ', E'\u0001 \u0001'), '([\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\u1b00-\u1b7f\u20a0-\u20cf\u2100-\u2bff\u2e80-\u2fff\u3004-\u3007\u3012-\u3013\u3020-\u302f\u3031-\u30fa\u30fc-\u4dff\u4e00-\ua4cf\ua980-\ua9ff\uaa60-\uaadf\uac00-\ud7ff\uf900-\ufaff\U00016fe0-\U00018dff\U0001aff0-\U0001b2ff\U0001f000-\U0001fbff\U00020000-\U0003ffff])', E'\u0001\\1\u0001', 'g');
  return (select coalesce(string_agg('''' || case when is_unspaced then token || following else left(token, 60) end || ''':' || n, ' '), '')::tsvector
            from (select n, token, is_unspaced, case when lead(is_unspaced) over (order by n) then lead(token) over (order by n) else '' end as following
                    from (select n, token, token ~ '^[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\u1b00-\u1b7f\u20a0-\u20cf\u2100-\u2bff\u2e80-\u2fff\u3004-\u3007\u3012-\u3013\u3020-\u302f\u3031-\u30fa\u30fc-\u4dff\u4e00-\ua4cf\ua980-\ua9ff\uaa60-\uaadf\uac00-\ud7ff\uf900-\ufaff\U00016fe0-\U00018dff\U0001aff0-\U0001b2ff\U0001f000-\U0001fbff\U00020000-\U0003ffff]' as is_unspaced
                            from unnest(array_remove(string_to_array(folded, E'\u0001'), '')) with ordinality as t(token, n)) marked) tokens
           where token <> ' ');
end $$;

-- Returns the mailbox behind an address: without the plus tag and, for Gmail, without dots.
create function mailbox(email text) returns text language sql immutable parallel safe as $$
  select case when host in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || host end
    from (select coalesce(nullif(split_part(split_part(email, '@', 1), '+', 1), ''), split_part(email, '@', 1)) as name,
                 split_part(email, '@', 2) as host) parts
$$;

-- Returns the key by which tags compare: case and diacritics are folded. Null if no letter or digit is left.
create function tag_key(name text) returns text language sql immutable strict parallel safe as $$
  select nullif(btrim(left(fold(name), 100)), '')
$$;

-- Prefixes each word with the category, so an index finds a word within one category without reading the posts of others.
create function in_category(words tsvector, category uuid) returns tsvector language sql immutable strict parallel safe as $$
  select array_to_tsvector(array(select category::text || ' ' || word from unnest(tsvector_to_array(words)) as word))
$$;

-- Raises `version` on every write of a row.
create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;


-- ==================== Members and sessions =========================================================================

-- Accounts. Several pending accounts may carry one address, but only one account may verify it.
create table members (
  id                      uuid primary key,
  username                text collate "C" not null unique,
  name                    text not null,
  email                   text collate "C" not null,
  email_verified_at       timestamptz,
  password_hash           text,
  role                    text not null default 'member' check (role in ('member', 'moderator', 'admin')),
  -- Role of an admin of a community that was handed over. It returns when the admin sets a new password by a mailed link.
  role_to_confirm         text check (role_to_confirm = 'admin'),
  -- The role to return to when the groups at identity providers give no higher one. Null: `role` was given by hand.
  role_without_groups     text check (role_without_groups in ('member', 'moderator')),
  phone                   text,
  country_code            text,
  country                 text,
  occupation              text,
  bio                     text,
  gender                  text check (gender in ('male', 'female', 'non-binary', 'other', 'prefer-not-to-say')),
  date_of_birth           date,
  social_links            jsonb not null default '{}',
  avatar_image_id         uuid,
  avatar_stock            text,
  profile_visibility      text not null default 'public' check (profile_visibility in ('public', 'private')),
  post_visibility         text not null default 'public' check (post_visibility in ('public', 'followers')),
  contact_visibility      text not null default 'everyone' check (contact_visibility in ('everyone', 'followers', 'registered', 'private')),
  show_online_status      boolean not null default true,
  -- Members who may begin a conversation with this member. Those whom the member does not follow send a request.
  allow_direct_messages   boolean not null default true,
  direct_messages_from    text not null default 'everyone' check (direct_messages_from in ('everyone', 'following')),
  -- Both also hide the read receipts and typing indicators of others from the member.
  show_read_receipts      boolean not null default true,
  show_typing             boolean not null default true,
  show_email              boolean not null default false,
  show_phone_number       boolean not null default false,
  show_location           boolean not null default true,
  show_birthday           boolean not null default false,
  show_to_visitors        boolean not null default true,
  notify_on_mention       boolean not null default true,
  notify_on_reply         boolean not null default true,
  notify_on_follow        boolean not null default true,
  plan_name               text,
  plan_ends_at            timestamptz,
  photos_count            integer not null default 0 check (photos_count >= 0),
  -- Numbers of these posts that have an audience of their own.
  photos_for_all          integer not null default 0 check (photos_for_all >= 0),
  photos_for_followers    integer not null default 0 check (photos_for_followers >= 0),
  photos_for_me           integer not null default 0 check (photos_for_me >= 0),
  followers_count         integer not null default 0 check (followers_count >= 0),
  following_count         integer not null default 0 check (following_count >= 0),
  created_at              timestamptz not null default now(),
  suspended_at            timestamptz,
  closed_at               timestamptz,
  -- The audience of posts without one of their own. Posts of a private profile reach followers at most, whatever post_visibility is.
  audience                text not null generated always as (
    case when profile_visibility = 'private' or post_visibility = 'followers' then 'followers' else 'public' end
  ) stored,
  -- Numbers of posts that reach every member, and that reach the followers.
  public_photos_count     integer not null generated always as (
    case when profile_visibility = 'private' then 0
         when post_visibility = 'followers' then photos_for_all
         else photos_count - photos_for_followers - photos_for_me end
  ) stored,
  follower_photos_count   integer not null generated always as (photos_count - photos_for_me) stored,
  -- Suspended and closed accounts are invisible to all other members.
  is_live                 boolean not null generated always as (suspended_at is null and closed_at is null) stored,
  -- An account cannot be restored once its erasure has started.
  erasing_since           timestamptz,
  search                  tsvector not null generated always as (searched(name || ' ' || username)) stored,
  -- How many of the followers and followed members have a private profile. Only the owner of a list sees private profiles other than their own,
  -- so other viewers' counts subtract these. No count includes accounts that are not live.
  private_followers_count integer not null default 0 check (private_followers_count >= 0),
  private_following_count integer not null default 0 check (private_following_count >= 0),
  counts_private          boolean not null generated always as (profile_visibility = 'private' and suspended_at is null and closed_at is null) stored,
  -- Orders search results for common words. Grows by the logarithm of the followers, so most follows do not touch the index.
  popularity              integer not null
    generated always as (floor(2 * ln((1 + greatest(followers_count - private_followers_count, 0))::double precision))::integer) stored,
  email_notification_preferences jsonb not null
    default '{"likes": "off", "comments": "daily", "follows": "daily", "mentions": "instant", "replies": "daily", "forum": "daily", "challenges": "daily", "messages": "instant", "digest": "off"}',
  -- Profile decoration of paid members. It is kept when the plan ends and shown again with the next plan.
  cover_image_id          uuid,
  accent                  text,
  version                 bigint not null default 1,
  -- The language the member chose; null if none. The site settings, not this check, list the offered languages.
  locale                  text collate "C" check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  -- Notification settings for each kind: in the app, by push, by email. Push and email need the notification in the app, except for messages.
  notify_on_like          boolean not null default true,
  notify_on_comment       boolean not null default true,
  notify_on_forum         boolean not null default true,
  notify_on_challenge     boolean not null default true,
  push_notification_preferences jsonb not null
    default '{"likes": false, "comments": true, "follows": true, "mentions": true, "replies": true, "forum": true, "challenges": true, "messages": true}',
  -- Time zone for daily and weekly emails. Null: the site's time zone.
  time_zone               text check (length(time_zone) between 1 and 64),
  -- End and reason of a suspension. The sign-in page shows both. Null end: until an organiser lifts it.
  suspended_until         timestamptz,
  suspension_reason       text,
  -- A silenced member can read but not write. Null end: until an organiser lifts it.
  silenced_at             timestamptz,
  silenced_until          timestamptz,
  silence_reason          text,
  -- The member's own pages fold content that contains one of these words.
  muted_words             text[] not null default '{}' check (cardinality(muted_words) <= 100),
  -- Set when a member with a verified address waits for an organiser's approval. `email_verified_at` stays null until then, so nobody else sees the
  -- account.
  awaits_approval_since   timestamptz,
  -- The profile counts as complete without interests: the member's categories were deleted, or there were none.
  interests_waived        boolean not null default false,
  -- The Following feed also has posts with the tags and in the categories that the member follows.
  tags_in_following       boolean not null default false,
  -- Treatment of posts with a content warning. 'hide' leaves them out of lists, 'warn' blurs them.
  sensitive_photos        text not null default 'warn' check (sensitive_photos in ('hide', 'warn', 'show')),
  -- Others may ask to name the member in their photos.
  may_be_named            boolean not null default true,
  -- Others may propose alternative texts for the member's photos.
  takes_alt_proposals     boolean not null default true,
  constraint members_awaits_or_verified check (awaits_approval_since is null or email_verified_at is null)
);
create unique index members_verified_email on members (email) where email_verified_at is not null;
create index members_email on members (email);
create index members_pending on members (created_at) where email_verified_at is null;
create index members_public_photos on members (public_photos_count) where is_live and public_photos_count > 0;
-- Every read of the feed looks up the followed members who restrict posts.
create index members_restricted on members (id) include (photos_count, follower_photos_count, public_photos_count)
  where is_live and (audience = 'followers' or photos_for_followers > 0 or photos_for_me > 0);
create index members_closed on members (closed_at) where closed_at is not null;
-- Foreign keys to rows that can be deleted have an index, so that a deletion scans no table.
create index members_avatar on members (avatar_image_id) where avatar_image_id is not null;
create index members_search on members using gin (search) where is_live and email_verified_at is not null;
create index members_cover on members (cover_image_id) where cover_image_id is not null;
create index members_popularity on members (popularity desc, id desc) where is_live and email_verified_at is not null;
create index members_time_zone on members (time_zone) where time_zone is not null;
create index members_digest on members (id) where email_notification_preferences ->> 'digest' = 'weekly';
create index members_suspended_until on members (suspended_until) where suspended_until is not null;
create index members_organisers on members (id) where role <> 'member';
-- Lists of accounts for admins: by role (members_organisers) or state, newest first.
create index members_unverified on members (id) where email_verified_at is null;
create index members_suspended on members (id) where suspended_at is not null;
create index members_closed_newest on members (id) where closed_at is not null;
create index members_search_gone on members using gin (search) where not (is_live and email_verified_at is not null);
create unique index members_awaiting_email on members (email) where awaits_approval_since is not null;
create index members_suspended_mailbox on members (mailbox(email)) where suspended_at is not null;

-- Stores only the SHA-256 of each secret. A refresh secret works once. The previous one is kept: a use within
-- seconds comes from a second tab, a later use from a thief.
create table sessions (
  id                    uuid primary key,
  member_id             uuid not null references members on delete cascade,
  refresh_hash          bytea not null unique,
  previous_refresh_hash bytea,
  refreshed_at          timestamptz not null default now(),
  device_name           text,
  created_at            timestamptz not null default now(),
  used_at               timestamptz not null default now(),
  -- Parts of the device's name, so that lists can show it in the reader's language. `device_name` is the name the client sent.
  device_browser        text,
  device_system         text
);
create index sessions_member on sessions (member_id);
create index sessions_previous on sessions (previous_refresh_hash) where previous_refresh_hash is not null;
create index sessions_used on sessions (used_at);
-- A session ends after 180 days, however often it is used.
create index sessions_created on sessions (created_at);

create table session_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  expires_at timestamptz not null
);
create index session_tokens_session on session_tokens (session_id);
create index session_tokens_expiry on session_tokens (expires_at);

-- Tokens with which programs act as a member, within their scopes. Stores only the SHA-256 of the token.
create table api_tokens (
  id              uuid primary key,
  member_id       uuid not null references members on delete cascade,
  -- The app that got the token by the client API. Null for a token that the member created.
  client_app_id   uuid,
  name            text not null,
  token_hash      bytea not null unique,
  scopes          text[] not null,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz,
  -- Day and shortened address of the last use, written once a day.
  last_used_on    date,
  last_used_place text
);
create index api_tokens_member on api_tokens (member_id);
create index api_tokens_expiry on api_tokens (expires_at) where expires_at is not null;

-- Password reset links, one for each member: a newer link replaces an older one. A link is bound to the address it was mailed to.
create table password_resets (
  member_id  uuid primary key references members on delete cascade,
  token_hash bytea not null unique,
  email      text not null,
  expires_at timestamptz not null
);
create index password_resets_expiry on password_resets (expires_at);

-- New addresses waiting for confirmation, the newest for each member. Nobody owns the address before its link is followed.
create table email_changes (
  member_id  uuid primary key references members on delete cascade,
  email      text collate "C" not null,
  created_at timestamptz not null default now()
);
create index email_changes_created on email_changes (created_at);

-- Accounts at external identity providers. Issuer and subject identify the person; the address is only displayed.
create table identities (
  id           uuid not null unique default gen_random_uuid(),
  issuer       text collate "C" not null,
  subject      text collate "C" not null,
  member_id    uuid not null references members on delete cascade,
  email        text,
  created_at   timestamptz not null default now(),
  used_at      timestamptz not null default now(),
  -- Role and plan that the person's groups at the provider gave at the last sign-in.
  granted_role text check (granted_role in ('moderator', 'admin')),
  granted_plan text,
  -- The role was changed by hand since. The groups give it again once they change.
  is_overruled boolean not null default false,
  primary key (issuer, subject)
);
create index identities_member on identities (member_id);

-- One-time codes between the provider's response and the session. They are valid for a minute, in the browser that began the sign-in.
create table oauth_handoffs (
  token_hash   bytea primary key,
  browser_hash bytea not null,
  member_id    uuid not null references members on delete cascade,
  expires_at   timestamptz not null
);
create index oauth_handoffs_expiry on oauth_handoffs (expires_at);
create index oauth_handoffs_member on oauth_handoffs (member_id);

-- Authenticator apps, in use once confirmed. `last_step` is the time step of the last accepted code, so no code works twice.
create table totp_secrets (
  member_id     uuid primary key references members on delete cascade,
  sealed_secret text not null,
  confirmed_at  timestamptz,
  last_step     bigint not null default 0,
  created_at    timestamptz not null default now()
);

create table recovery_codes (
  member_id uuid not null references members on delete cascade,
  code_hash bytea not null,
  used_at   timestamptz,
  primary key (member_id, code_hash)
);

create table passkeys (
  id            uuid primary key,
  member_id     uuid not null references members on delete cascade,
  credential_id bytea not null unique,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null,
  name          text not null,
  is_synced     boolean not null,
  created_at    timestamptz not null default now(),
  used_at       timestamptz
);
create index passkeys_member on passkeys (member_id);

-- Passkey challenges, each valid once and for a few minutes. With a member: for creating a passkey; without: for signing in.
create table passkey_challenges (
  challenge_hash bytea primary key,
  member_id      uuid references members on delete cascade,
  expires_at     timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkey_challenges_member on passkey_challenges (member_id);

-- Counts likes and comments of live accounts only. Also updates posts whose comments mention the member, which raises their version.
create function recount_photos_of_member() returns trigger language plpgsql as $$
declare
  step constant integer := case when new.is_live then 1 else -1 end;
begin
  -- Locked in the order of their ids, so that two accounts closing concurrently cannot deadlock.
  perform 1 from photos p
    where p.id in (select photo_id from likes where member_id = new.id
                   union select photo_id from comments where member_id = new.id and deleted_at is null
                   union select c.photo_id from comment_mentions cm join comments c on c.id = cm.comment_id where cm.member_id = new.id)
    order by p.id for no key update;
  update photos p set likes_count = p.likes_count + step
    from likes l where l.member_id = new.id and p.id = l.photo_id;
  update photos p set comments_count = p.comments_count + step * c.said
    from (select photo_id, count(*)::integer as said from comments
           where member_id = new.id and deleted_at is null and not is_critique group by photo_id) c
    where p.id = c.photo_id;
  update photos p set comments_count = p.comments_count
    where p.id in (select c.photo_id from comment_mentions cm join comments c on c.id = cm.comment_id where cm.member_id = new.id);
  return null;
end $$;
create trigger members_live_counts after update on members
  for each row when (old.is_live is distinct from new.is_live) execute function recount_photos_of_member();

-- Counts follows when an account is suspended, closed or restored. A profile that becomes private or public is queued in profile_flips instead.
create function recount_follows_of_member() returns trigger language plpgsql as $$
declare
  step constant integer := new.is_live::integer - old.is_live::integer;
begin
  if step = 0 then
    insert into profile_flips (member_id) values (new.id)
      on conflict (member_id) do update set turn = profile_flips.turn + 1, started_at = now();
    return null;
  end if;
  perform 1 from members m
    where m.id in (select followed_id from follows where follower_id = new.id
                   union select follower_id from follows where followed_id = new.id)
    order by m.id for no key update;
  update members m set followers_count = m.followers_count + step,
         private_followers_count = m.private_followers_count + new.counts_private::integer - f.follower_hidden::integer
    from follows f where f.follower_id = new.id and m.id = f.followed_id;
  update members m set following_count = m.following_count + step,
         private_following_count = m.private_following_count + new.counts_private::integer - f.followed_hidden::integer
    from follows f where f.followed_id = new.id and m.id = f.follower_id;
  update follows set follower_hidden = new.counts_private where follower_id = new.id and follower_hidden <> new.counts_private;
  update follows set followed_hidden = new.counts_private where followed_id = new.id and followed_hidden <> new.counts_private;
  delete from profile_flips where member_id = new.id;
  return null;
end $$;
create trigger members_follows after update on members
  for each row when (old.is_live is distinct from new.is_live or old.counts_private is distinct from new.counts_private)
  execute function recount_follows_of_member();
-- Raises `version`, unless only counters changed: they change with each post and follow, and posts do not show them.
create function raise_version_of_member() returns trigger language plpgsql as $$
declare
  counters constant text[] := array['photos_count', 'photos_for_all', 'photos_for_followers', 'photos_for_me',
    'followers_count', 'following_count', 'private_followers_count', 'private_following_count'];
  -- Not computed yet in `new`, and known by the columns that they are computed from.
  generated constant text[] := array['audience', 'public_photos_count', 'follower_photos_count', 'is_live', 'search', 'counts_private', 'popularity'];
begin
  if to_jsonb(new) - counters - generated is distinct from to_jsonb(old) - counters - generated then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create trigger members_version before update on members for each row execute function raise_version_of_member();

-- A job recounts the many posts and likes of an account that became live or stopped being live. Its topics are few and are updated in the same
-- transaction, locked in the order of their ids.
create function note_departure() returns trigger language plpgsql as $$
begin
  perform 1 from forum_topics t where t.author_id = new.id order by t.id for no key update;
  update forum_topics set author_gone = not new.is_live where author_id = new.id;
  insert into forum_departures (member_id, is_gone)
  select new.id, not new.is_live
   where exists (select from forum_posts where author_id = new.id) or exists (select from forum_post_likes where member_id = new.id)
      or exists (select from forum_poll_votes where member_id = new.id)
  on conflict (member_id) do update set is_gone = excluded.is_gone, turn = forum_departures.turn + 1, started_at = now();
  return null;
end $$;
create trigger members_live_forum after update on members
  for each row when (old.is_live is distinct from new.is_live) execute function note_departure();

-- Updates the counts of likes and replies when an account becomes live or stops being live. Comments are locked in the order of their ids, a thread
-- before its replies, as in all statements.
create function recount_comments_of_member() returns trigger language plpgsql as $$
declare
  step constant integer := case when new.is_live then 1 else -1 end;
begin
  perform 1 from comments c
    where c.id in (select comment_id from comment_likes where member_id = new.id
                   union select thread_id from comments where member_id = new.id and thread_id is not null and deleted_at is null)
    order by c.id for no key update;
  update comments c set likes_count = c.likes_count + step
    from comment_likes l where l.member_id = new.id and c.id = l.comment_id;
  update comments c set replies_count = c.replies_count + step * r.said
    from (select thread_id, count(*)::integer as said from comments
           where member_id = new.id and thread_id is not null and deleted_at is null group by thread_id) r
    where c.id = r.thread_id;
  perform recount_critics(array(select distinct photo_id from comments
    where member_id = new.id and is_critique and thread_id is null and deleted_at is null));
  return null;
end $$;
create trigger members_live_comment_counts after update on members
  for each row when (old.is_live is distinct from new.is_live) execute function recount_comments_of_member();

-- Returns true if the author's posts with this audience reach every member. Null: no audience of their own. Repeats `reachesAll` in
-- platform/visibility/photos.ts.
create function reaches_all(chosen text, author members) returns boolean language sql immutable as $$
  select author.is_live and (case when chosen is null then author.audience = 'public'
                                  else chosen = 'public' and author.profile_visibility = 'public' end)
$$;

-- Updates category counts when a member's posts become public or stop being public. The number of posts is known, so this changes one row for each
-- category.
create function count_categories_of_member() returns trigger language plpgsql as $$
begin
  insert into category_counts as kept (category_id, part, photos_count)
  select category_id, category_part(old.id), sum(step * photos_count)
    from (select t.category_id, t.photos_count,
                 (case when tg_op = 'UPDATE' then reaches_all(t.audience, new)::integer else 0 end) - reaches_all(t.audience, old)::integer as step
            from category_tallies t where t.member_id = old.id and t.photos_count > 0) changed
   where step <> 0 group by 1 order by 1
  on conflict (category_id, part) do update set photos_count = kept.photos_count + excluded.photos_count;
  return old;
end $$;
create trigger members_audience_categories after update on members
  for each row when ((old.audience, old.profile_visibility, old.is_live) is distinct from (new.audience, new.profile_visibility, new.is_live))
  execute function count_categories_of_member();
-- Runs before the delete, because the member's tallies are deleted with the member.
create trigger members_removed_categories before delete on members
  for each row when (old.is_live) execute function count_categories_of_member();

-- Gives the use back to the invitation if an account with an unverified address is deleted.
create function free_invitation_use() returns trigger language plpgsql as $$
begin
  update invitations i set used = i.used - 1
    from invited_members im where im.member_id = old.id and i.id = im.invitation_id and i.used > 0;
  return old;
end $$;
create trigger members_invitation_use before delete on members
  for each row when (old.email_verified_at is null) execute function free_invitation_use();


-- ==================== Images and photos ============================================================================

-- Stored images. A row is inserted only after its files are on disk and synced. The id is random (128 bits, not ordered by time), because it is part
-- of public addresses.
create table images (
  id          uuid primary key,
  member_id   uuid references members,
  kind        text not null,
  width       integer not null check (width > 0),
  height      integer not null check (height > 0),
  color       text not null,
  thumbhash   bytea not null,
  widths      integer[] not null,
  -- Widths that also exist as AVIF. A job adds them when the machine is idle.
  avif_widths integer[] not null default '{}',
  bytes       bigint not null,
  created_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  -- Size of the WebP file for each of `widths` in bytes, 0 if there is none. Empty until a job has measured them.
  webp_bytes  integer[] not null default '{}',
  constraint images_kind_check check (kind in ('photo', 'avatar', 'cover', 'forum', 'message', 'logo'))
);
create index images_deleted on images (deleted_at) where deleted_at is not null;
create index images_member on images (member_id, id);
-- Every upload sums the member's storage from this index alone.
create index images_stored on images (member_id) include (kind, bytes) where deleted_at is null;
create index images_unmeasured on images (id) where webp_bytes = '{}' and deleted_at is null;
alter table members add foreign key (cover_image_id) references images;
alter table members add foreign key (avatar_image_id) references images;

create table categories (
  id         uuid primary key,
  name       text collate "C" not null unique,
  slug       text collate "C" not null unique,
  position   integer not null,
  -- A deleted category stays until its photos have moved to `moves_to`. Null: they get no category.
  leaving_at timestamptz,
  moves_to   uuid references categories,
  revision   integer not null default 1,
  constraint categories_moves_when_leaving check (moves_to is null or leaving_at is not null)
);
-- Names are unique regardless of case.
create unique index categories_name on categories ((lower(name collate "default") collate "C"));
create index categories_moves_to on categories (moves_to) where moves_to is not null;
insert into categories (id, name, slug, position) values
  ('019aa000-0000-7000-8000-000000000001', 'Music', 'music', 1),
  ('019aa000-0000-7000-8000-000000000002', 'Dance', 'dance', 2),
  ('019aa000-0000-7000-8000-000000000003', 'Textile', 'textile', 3),
  ('019aa000-0000-7000-8000-000000000004', 'Painting', 'painting', 4),
  ('019aa000-0000-7000-8000-000000000005', 'Sculpture', 'sculpture', 5),
  ('019aa000-0000-7000-8000-000000000006', 'Photography', 'photography', 6),
  ('019aa000-0000-7000-8000-000000000007', 'Food', 'food', 7),
  ('019aa000-0000-7000-8000-000000000008', 'Festivals', 'festivals', 8),
  ('019aa000-0000-7000-8000-000000000009', 'Architecture', 'architecture', 9),
  ('019aa000-0000-7000-8000-00000000000a', 'Fashion', 'fashion', 10),
  ('019aa000-0000-7000-8000-00000000000b', 'Literature', 'literature', 11),
  ('019aa000-0000-7000-8000-00000000000c', 'Film', 'film', 12);

-- Former slugs of categories, and slugs of deleted categories whose photos this one took.
create table former_category_slugs (
  slug        text collate "C" primary key,
  category_id uuid not null references categories on delete cascade
);
create index former_category_slugs_category on former_category_slugs (category_id);

create table member_interests (
  member_id   uuid not null references members on delete cascade,
  category_id uuid not null references categories on delete cascade,
  primary key (member_id, category_id)
);
create index member_interests_category on member_interests (category_id, member_id);

-- Categories and tags that a member follows, visible to the member alone. `tag` is the key by which tags compare, `name` the tag as the member saw
-- it. A member keeps following a tag that no post uses any more.
create table followed_categories (
  member_id   uuid not null references members on delete cascade,
  category_id uuid not null references categories on delete cascade,
  primary key (member_id, category_id)
);
create index followed_categories_category on followed_categories (category_id);

create table followed_tags (
  member_id uuid not null references members on delete cascade,
  tag       text collate "C" not null,
  name      text not null,
  primary key (member_id, tag)
);

-- Posts. Ids are UUIDv7, so the order of ids is the order of the feed.
create table photos (
  id             uuid primary key,
  member_id      uuid not null references members,
  category_id    uuid references categories on delete set null,
  title          text not null,
  description    text,
  location_name  text,
  likes_count    integer not null default 0 check (likes_count >= 0),
  comments_count integer not null default 0 check (comments_count >= 0),
  -- The client's Idempotency-Key: a repeated upload finds its post.
  upload_key     text collate "C",
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  deleted_at     timestamptz,
  removed_at     timestamptz,
  search         tsvector not null generated always as (searched(title || ' ' || coalesce(description, '') || ' ' || coalesce(location_name, ''))) stored,
  -- Trending order: the logarithm of likes and comments plus the post's age, where a day and a half outweighs a factor of e. The value does not
  -- depend on the current time, so an index keeps the order. It grows in quarters, so most likes do not touch the index.
  heat           double precision not null generated always as (
    floor(4 * ln((1 + 1.5 * likes_count + 2 * comments_count)::double precision)) / 4
    + extract(epoch from created_at at time zone 'UTC')::double precision / 129600) stored,
  -- Raised by every write, so caches can tell whether a row has changed. The writer holds the row lock, so no two committed states share a version.
  version        bigint not null default 1,
  -- SPDX identifier. Null: all rights reserved.
  license        text,
  -- Audience of the post. Null: the member's post_visibility applies. 'me': the author alone.
  audience       text,
  -- An archived post is hidden from all but its author, with its likes and comments.
  archived_at    timestamptz,
  -- A scheduled post exists for its author alone until a job publishes it, under a new id so that it is the newest. A post that could not be published
  -- waits for its author.
  publish_at        timestamptz,
  publish_failed_at timestamptz,
  -- The id that a published post had while it was scheduled. Its address leads to the post.
  scheduled_id   uuid,
  is_there       boolean not null
    generated always as (deleted_at is null and removed_at is null and archived_at is null and publish_at is null) stored,
  -- `revision` rises only when the content is edited; `version` rises with every write. The API exposes `revision` as `version` and refuses an edit
  -- made from an older one.
  revision       integer not null default 1,
  -- SHA-256 of the request sent with an Idempotency-Key. Reusing the key for another request is refused. Null without a key.
  upload_digest  bytea,
  -- Content warning: a code of the contract's list, or free words. Null: none. Visitors never see a post with a warning.
  warning        text check (length(warning) between 1 and 100),
  -- The organisers' act that set the warning. Null if the author set it.
  warning_entry_id uuid,
  -- Key by which locations compare.
  place_key      text collate "C" generated always as (tag_key(location_name)) stored,
  -- The post has two images, of which the second is an earlier version of the first.
  is_comparison  boolean not null default false,
  -- When the photo of an imported post was taken or first posted elsewhere. Such posts are created in the past, so `created_at` orders them by it.
  taken_at       timestamptz,
  unique (member_id, upload_key),
  constraint photos_audience_check check (audience in ('public', 'followers', 'me')),
  constraint photos_warning_entry_check check (warning_entry_id is null or warning is not null),
  constraint photos_license_check check (license in ('CC-BY-4.0', 'CC-BY-SA-4.0', 'CC-BY-NC-4.0', 'CC0-1.0'))
);
create unique index photos_scheduled_id on photos (scheduled_id) where scheduled_id is not null;
create index photos_feed on photos (id desc) where is_there;
create index photos_member on photos (member_id, id desc) where is_there;
create index photos_category on photos (category_id, id desc) where is_there;
create index photos_search on photos using gin (search) where is_there;
create index photos_heat on photos (heat desc, id desc) where is_there;
create index photos_place on photos (place_key, id desc) where is_there and place_key is not null;
-- For counts without the posts that a viewer hides.
create index photos_warned on photos (member_id) where warning is not null and is_there;
create index photos_deleted on photos (deleted_at) where deleted_at is not null;
create index photos_search_in_category on photos using gin (in_category(search, category_id))
  where category_id is not null and is_there;
-- Hidden posts by category: they must leave a category before it is removed.
create index photos_gone_in_category on photos (category_id) where category_id is not null and not is_there;
create index photos_archived on photos (member_id, id desc) where archived_at is not null and deleted_at is null and removed_at is null;

create index photos_scheduled on photos (member_id, publish_at) where publish_at is not null and deleted_at is null and removed_at is null;
create index photos_due on photos (publish_at)
  where publish_at is not null and publish_failed_at is null and deleted_at is null and removed_at is null;

create table photo_images (
  photo_id uuid not null references photos on delete cascade on update cascade,
  position smallint not null check (position between 0 and 2),
  image_id uuid not null unique references images,
  alt      text not null default '',
  -- Camera data of an image, stored only if the author shows it. Never includes place, time or person.
  camera   jsonb,
  -- Proposals of an alternative text so far. Orders the images that wait for one.
  proposals_count integer not null default 0,
  primary key (photo_id, position),
  constraint photo_images_camera_check check (
  jsonb_typeof(camera) = 'object'
  and camera - '{camera,lens,focal_length,aperture,exposure_time,iso}'::text[] = '{}'
  and length(camera::text) <= 1000)
);
create index photo_images_undescribed on photo_images (proposals_count, photo_id, position) where alt = '';

-- Alternative texts that other members propose. The author of the post answers: an accepted proposal closes the others. Rows stay, as a record of who
-- described an image, and so that nobody proposes again after a refusal. A proposal waits only while the image has no alternative text.
create table alt_proposals (
  id         uuid primary key,
  -- An edit of the post replaces its rows in photo_images, so this references the image.
  image_id   uuid not null references images on delete cascade,
  member_id  uuid not null references members on delete cascade,
  text       text not null,
  state      text not null default 'open' check (state in ('open', 'accepted', 'closed')),
  created_at timestamptz not null default now(),
  unique (image_id, member_id)
);
create index alt_proposals_member on alt_proposals (member_id, id);

create table pinned_photos (
  member_id uuid not null references members on delete cascade,
  position  smallint not null check (position between 0 and 2),
  photo_id  uuid not null unique references photos on delete cascade on update cascade,
  primary key (member_id, position)
);

-- Saved posts. Visible to the member alone, and never counted.
create table saved_posts (
  member_id uuid not null references members on delete cascade,
  photo_id  uuid not null references photos on delete cascade on update cascade,
  saved_at  timestamptz not null default now(),
  primary key (member_id, photo_id) include (saved_at)
);
create index saved_posts_newest on saved_posts (member_id, saved_at desc, photo_id desc);
create index saved_posts_photo on saved_posts (photo_id);

-- Ordered sets of a member's own posts.
create table series (
  id           uuid primary key,
  member_id    uuid not null references members on delete cascade,
  title        text not null,
  body         text not null default '',
  body_html    text not null default '',
  cover_id     uuid references photos on delete set null on update cascade,
  completed_at timestamptz,
  -- Followers are notified once, even if the series is reopened and completed again.
  announced_at timestamptz,
  created_at   timestamptz not null default now(),
  revision     integer not null default 1,
  -- Removed by organisers, who can restore it.
  removed_at   timestamptz
);
create index series_member on series (member_id, id desc);
create index series_cover on series (cover_id) where cover_id is not null;

-- Rows of hidden posts stay: a restored post returns to its place.
create table series_photos (
  series_id uuid not null references series on delete cascade,
  photo_id  uuid not null references photos on delete cascade on update cascade,
  position  integer not null,
  primary key (series_id, photo_id)
);
create index series_photos_order on series_photos (series_id, position, photo_id);
create index series_photos_photo on series_photos (photo_id);

-- Imports of a member's posts from archives of other services. A job reads the archives, then creates one post a step. An import and its items are
-- swept seven days after its end.
create table photo_imports (
  id          uuid primary key,
  member_id   uuid not null references members on delete cascade,
  source      text not null check (source in ('instagram', 'flickr', 'pixelfed', 'folder')),
  state       text not null default 'receiving'
    check (state in ('receiving', 'reading', 'choosing', 'importing', 'paused', 'done', 'undoing', 'undone', 'failed')),
  -- Fields that all posts get, and the series of each album.
  settings    jsonb not null default '{}',
  -- Reason why the import waits or failed, as in a refusal.
  problem     jsonb,
  created_at  timestamptz not null default now(),
  finished_at timestamptz,
  constraint photo_imports_finished check ((finished_at is not null) = (state in ('done', 'undoing', 'undone', 'failed')))
);
create index photo_imports_member on photo_imports (member_id, id desc);
create unique index photo_imports_open on photo_imports (member_id) where state not in ('done', 'undone', 'failed');
create index photo_imports_working on photo_imports (id) where state in ('reading', 'choosing', 'importing', 'undoing');
create index photo_imports_finished_at on photo_imports (finished_at) where finished_at is not null;

-- Archives of an import. Their parts are in the image store until the import ends.
create table photo_import_files (
  import_id      uuid not null references photo_imports on delete cascade,
  position       smallint not null,
  name           text not null,
  bytes          bigint not null check (bytes > 0),
  -- The next part begins here.
  received_bytes bigint not null default 0 check (received_bytes <= bytes),
  primary key (import_id, position)
);

-- Posts found in the archives, oldest first.
create table photo_import_items (
  import_id   uuid not null references photo_imports on delete cascade,
  position    integer not null,
  external_id text not null,
  title       text not null,
  description text not null,
  -- Null: the archive does not say it.
  taken_at    timestamptz,
  -- One to three images: where each is in the archives, or its address.
  media       jsonb not null,
  -- Content warning.
  warning     text check (length(warning) between 1 and 100),
  albums      text[] not null,
  chosen      boolean not null,
  state       text not null default 'waiting' check (state in ('waiting', 'done', 'skipped', 'undone')),
  photo_id    uuid references photos on delete set null on update cascade,
  -- Reason why the item was skipped, as in a refusal.
  problem     jsonb,
  -- Small WebP. Null until a job has made it.
  preview     bytea,
  primary key (import_id, position)
);
create index photo_import_items_photo on photo_import_items (photo_id) where photo_id is not null;


-- Members whom the author named in a post. Others see the name only in the state 'accepted'. A row in the state 'refused' stays, so that the
-- author cannot ask again.
create table people_shown (
  photo_id   uuid not null references photos on delete cascade on update cascade,
  member_id  uuid not null references members on delete cascade,
  state      text not null default 'asked' check (state in ('asked', 'accepted', 'refused')),
  created_at timestamptz not null default now(),
  -- The place of the member: a spot of an image, in shares of its width and height. The image may have left the post since.
  image_id   uuid references images on delete set null,
  x          double precision check (x between 0 and 1),
  y          double precision check (y between 0 and 1),
  primary key (photo_id, member_id),
  constraint people_shown_place check ((x is null) = (y is null) and (image_id is null or x is not null)),
  constraint people_shown_refused check (state <> 'refused' or x is null)
);
create index people_shown_member on people_shown (member_id, photo_id desc);
create index people_shown_image on people_shown (image_id) where image_id is not null;

-- Hung by curators. `opens_at` null: a draft. `rooms`: titles, wall texts and ids of works in the curators' order. Ids without a row in
-- `exhibition_works` are ignored.
create table exhibitions (
  id           uuid primary key,
  title        text not null,
  body         text not null default '',
  body_html    text not null default '',
  opens_at     timestamptz,
  closes_at    timestamptz,
  rooms        jsonb not null default '[]',
  -- The guest book.
  topic_id     uuid,
  -- Followers and artists are notified once, even if the exhibition opens again.
  announced_at timestamptz,
  created_at   timestamptz not null default now(),
  revision     integer not null default 1,
  -- Removed by organisers, who can restore it.
  removed_at   timestamptz,
  check (closes_at is null or closes_at > opens_at)
);
create index exhibitions_opening on exhibitions (opens_at desc, id desc) where opens_at is not null;
create index exhibitions_topic on exhibitions (topic_id) where topic_id is not null;
create index exhibitions_unannounced on exhibitions (opens_at) where opens_at is not null and announced_at is null and removed_at is null;

-- `accepted_at` null: invited.
create table exhibition_curators (
  exhibition_id uuid not null references exhibitions on delete cascade,
  member_id     uuid not null references members on delete cascade,
  accepted_at   timestamptz,
  primary key (exhibition_id, member_id)
);
create index exhibition_curators_member on exhibition_curators (member_id, exhibition_id);

-- The author's answer for each work. A declined work keeps its row when it is taken down, so that its author is asked only once.
create table exhibition_works (
  exhibition_id uuid not null references exhibitions on delete cascade,
  photo_id      uuid not null references photos on delete cascade on update cascade,
  -- The author of the post.
  member_id     uuid not null references members on delete cascade,
  state         text collate "C" not null check (state in ('requested', 'accepted', 'declined')),
  primary key (exhibition_id, photo_id)
);
create index exhibition_works_photo on exhibition_works (photo_id);
create index exhibition_works_member on exhibition_works (member_id, exhibition_id);

-- Challenges: a brief by organisers, entries by members, a blind vote. The times alone make the state: see platform/visibility/challenges.ts.
create table challenges (
  id             uuid primary key,
  -- The organiser who wrote the brief. Null: closed account.
  member_id      uuid references members on delete set null,
  title          text not null,
  body           text not null default '',
  body_html      text not null default '',
  -- Plain text.
  rules          text not null default '',
  -- The post whose first image is the brief's picture.
  cover_id       uuid references photos on delete set null on update cascade,
  -- The forum topic about the challenge.
  topic_id       uuid,
  starts_at      timestamptz not null,
  entries_end_at timestamptz not null,
  voting_end_at  timestamptz not null,
  entries_each   smallint not null default 1 check (entries_each between 1 and 10),
  -- 'older': members whose account is older than the start.
  open_to        text collate "C" not null default 'everyone' check (open_to in ('everyone', 'paid', 'older')),
  method         text collate "C" not null default 'pairs' check (method in ('pairs', 'points')),
  -- Set once, when the votes were counted. `votes_count` counts them.
  counted_at     timestamptz,
  votes_count    integer,
  -- Members are notified once of the start, and once of the results.
  announced_at   timestamptz,
  results_announced_at timestamptz,
  created_at     timestamptz not null default now(),
  revision       integer not null default 1,
  check (starts_at < entries_end_at and entries_end_at < voting_end_at)
);
create index challenges_end on challenges (voting_end_at desc, id desc);
create index challenges_uncounted on challenges (voting_end_at) where counted_at is null;
create index challenges_unannounced on challenges (starts_at) where announced_at is null or results_announced_at is null;
create index challenges_member on challenges (member_id) where member_id is not null;
create index challenges_cover on challenges (cover_id) where cover_id is not null;
create index challenges_topic on challenges (topic_id) where topic_id is not null;

-- An entry is one image. Its random id tells nothing about the post, and is the address of its image until the results.
create table challenge_entries (
  id           uuid primary key default gen_random_uuid(),
  challenge_id uuid not null references challenges on delete cascade,
  photo_id     uuid not null references photos on delete cascade on update cascade,
  image_id     uuid not null references images on delete cascade,
  -- The author of the post.
  member_id    uuid not null references members on delete cascade,
  entered_at   timestamptz not null default now(),
  -- Entries are handed to voters by fewest views, in random order among equals.
  views_count  integer not null default 0,
  turn         double precision not null default random(),
  -- The result: place (null: too few votes for a ranking), estimate and its 90 % interval. `tally` counts its votes: for pairs those won,
  -- undecided and lost, for points those of 1 to 5.
  place        integer,
  score        double precision,
  low          double precision,
  high         double precision,
  tally        integer[],
  -- The organisers' words.
  mention      text,
  unique (challenge_id, photo_id)
);
create index challenge_entries_photo on challenge_entries (photo_id);
create index challenge_entries_image on challenge_entries (image_id);
create index challenge_entries_member on challenge_entries (member_id, challenge_id);
create index challenge_entries_least_seen on challenge_entries (challenge_id, views_count, turn);
create index challenge_entries_place on challenge_entries (challenge_id, (case when place is null then 0 else -score end), id)
  where tally is not null;

-- Pairs, or single entries for points, that the server handed to a voter, with the vote. A vote names its row by the random id, so that no pair
-- can be made up. The pages have room for the vote, so that it changes no index.
create table challenge_votes (
  id           uuid primary key default gen_random_uuid(),
  challenge_id uuid not null references challenges on delete cascade,
  -- Null: closed account. Its votes count.
  member_id    uuid references members on delete set null,
  -- The left one of a pair.
  entry_id     uuid not null references challenge_entries on delete cascade,
  -- The right one of a pair. Null: points for one entry.
  other_id     uuid references challenge_entries on delete cascade,
  -- Pairs: 1 left, 2 right, 0 cannot decide. Points: 1 to 5. Null: not voted yet.
  choice       smallint check (choice between 0 and 5),
  -- The voter was suspended when the votes were counted. Set once, so that a recount gives the same result.
  is_ignored   boolean not null default false,
  created_at   timestamptz not null default now()
) with (fillfactor = 70);
create unique index challenge_votes_once on challenge_votes
  (challenge_id, member_id, least(entry_id, coalesce(other_id, entry_id)), greatest(entry_id, coalesce(other_id, entry_id)));
create index challenge_votes_member on challenge_votes (member_id);
create index challenge_votes_entry on challenge_votes (entry_id);
create index challenge_votes_other on challenge_votes (other_id) where other_id is not null;

-- A voter's words about an entry, which its author reads with the results, without a name.
create table challenge_feedback (
  id         uuid primary key default gen_random_uuid(),
  entry_id   uuid not null references challenge_entries on delete cascade,
  member_id  uuid not null references members on delete cascade,
  text       text not null,
  created_at timestamptz not null default now(),
  -- Removed by organisers, who can restore it.
  removed_at timestamptz,
  unique (entry_id, member_id)
);
create index challenge_feedback_member on challenge_feedback (member_id);

-- Number of posts of each member in each category, by their own audience (null: none). Counts for a viewer are derived from these.
create table category_tallies (
  category_id  uuid not null references categories on delete cascade,
  member_id    uuid not null references members on delete cascade,
  photos_count integer not null check (photos_count >= 0),
  audience     text collate "C",
  unique nulls not distinct (category_id, member_id, audience) include (photos_count)
);
create index category_tallies_member on category_tallies (member_id);

-- Number of public posts in each category, split into sixteen parts by member, so that concurrent posts rarely wait for each other. A viewer's count
-- subtracts members they cannot see and adds restricted posts that reach them.
create table category_counts (
  category_id  uuid not null references categories on delete cascade,
  part         smallint not null check (part between 0 and 15),
  photos_count integer not null default 0,
  primary key (category_id, part) include (photos_count)
);

create function category_part(member_id uuid) returns smallint language sql immutable strict parallel safe as $$
  select (uuid_hash(member_id) & 15)::smallint
$$;

create function tally_photo() returns trigger language plpgsql as $$
declare
  author members;
  is_old constant boolean := tg_op <> 'INSERT' and old.is_there;
  is_new constant boolean := tg_op <> 'DELETE' and new.is_there;
begin
  select * into author from members m where m.id = coalesce(new.member_id, old.member_id) for no key update;
  -- Locked in one order, so that two posts swapping categories cannot deadlock.
  if tg_op = 'UPDATE' and new.category_id <> old.category_id then
    perform from category_tallies where member_id = old.member_id and category_id in (old.category_id, new.category_id)
      order by category_id, audience for update;
  end if;
  if is_old and old.category_id is not null then
    update category_tallies set photos_count = photos_count - 1
     where category_id = old.category_id and member_id = old.member_id and audience is not distinct from old.audience;
  end if;
  if is_new and new.category_id is not null then
    insert into category_tallies (category_id, member_id, photos_count, audience) values (new.category_id, new.member_id, 1, new.audience)
      on conflict (category_id, member_id, audience) do update set photos_count = category_tallies.photos_count + 1;
  end if;
  insert into category_counts as kept (category_id, part, photos_count)
  select category_id, category_part(author.id), sum(step)
    from (select old.category_id, -1 as step where is_old and reaches_all(old.audience, author)
          union all
          select new.category_id, 1 where is_new and reaches_all(new.audience, author)) changed
   where category_id is not null group by 1 having sum(step) <> 0 order by 1
  on conflict (category_id, part) do update set photos_count = kept.photos_count + excluded.photos_count;
  if (is_old and old.audience is not null) or (is_new and new.audience is not null) then
    update members m set photos_for_all = m.photos_for_all + changed.for_all, photos_for_followers = m.photos_for_followers + changed.for_followers,
           photos_for_me = m.photos_for_me + changed.for_me
      from (select coalesce(sum(step) filter (where audience = 'public'), 0) as for_all,
                   coalesce(sum(step) filter (where audience = 'followers'), 0) as for_followers,
                   coalesce(sum(step) filter (where audience = 'me'), 0) as for_me
              from (select old.audience, -1 as step where is_old union all select new.audience, 1 where is_new) steps) changed
     where m.id = author.id and (changed.for_all, changed.for_followers, changed.for_me) <> (0, 0, 0);
  end if;
  return null;
end $$;
create trigger photos_tally after insert or delete or update of category_id, deleted_at, removed_at, archived_at, publish_at, audience on photos
  for each row execute function tally_photo();
create trigger photos_version before update on photos for each row execute function raise_version();


-- ==================== Follows, blocks and mutes ====================================================================

create table follows (
  follower_id     uuid not null references members on delete cascade,
  followed_id     uuid not null references members on delete cascade,
  created_at      timestamptz not null default now(),
  follower_hidden boolean not null default false,
  followed_hidden boolean not null default false,
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id)
);
create index follows_followed on follows (followed_id, created_at desc, follower_id desc);
create index follows_follower on follows (follower_id, created_at desc, followed_id desc);

-- Members whose profile became private or public and whose counts are not updated everywhere yet. `turn` rises with each further change.
create table profile_flips (
  member_id  uuid primary key references members on delete cascade,
  turn       integer not null default 1,
  started_at timestamptz not null default now()
);

-- A block hides both members from each other. A mute hides the muted member from the muter, without notice.
create table blocks (
  blocker_id uuid not null references members on delete cascade,
  blocked_id uuid not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id, blocker_id);
create index blocks_newest on blocks (blocker_id, created_at desc, blocked_id desc);

create table mutes (
  muter_id   uuid not null references members on delete cascade,
  muted_id   uuid not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (muter_id, muted_id),
  check (muter_id <> muted_id)
);
create index mutes_muted on mutes (muted_id);
create index mutes_newest on mutes (muter_id, created_at desc, muted_id desc);


-- ==================== Comments and likes ===========================================================================

create table likes (
  photo_id   uuid not null references photos on delete cascade on update cascade,
  member_id  uuid not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (photo_id, member_id)
);
create index likes_newest on likes (photo_id, created_at desc, member_id);
create index likes_member on likes (member_id, created_at desc, photo_id);

-- Requests for critique: an author's question about a post. Comments with `is_critique` answer it.
create table critiques (
  photo_id      uuid primary key references photos on delete cascade on update cascade,
  -- Orders requests by age.
  id            uuid not null unique,
  category      text collate "C" not null check (category in ('composition', 'light', 'colour', 'story', 'technique', 'other')),
  question      text not null check (length(question) <= 200),
  asked_at      timestamptz not null default now(),
  closed_at     timestamptz,
  -- Each critic sees their own threads only; the author sees all.
  is_hidden     boolean not null default false,
  -- Live members with a thread. A trigger on `comments` counts them.
  critics_count integer not null default 0,
  first_at      timestamptz
);
create index critiques_waiting on critiques (critics_count, id) where closed_at is null;
create index critiques_asked on critiques (asked_at);

-- Counts again the critics of these posts. Locks the requests first, so that the count includes concurrent critics.
create function recount_critics(photo_ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from critiques q where q.photo_id = any (photo_ids) order by q.photo_id for no key update;
  update critiques q set critics_count = counted.critics,
         first_at = coalesce(q.first_at, case when counted.critics > 0 then now() end)
    from (select asked.id, (select count(distinct c.member_id)::integer from comments c join members m on m.id = c.member_id
            where c.photo_id = asked.id and c.is_critique and c.thread_id is null and c.deleted_at is null and m.is_live) as critics
            from unnest(photo_ids) as asked(id)) counted
   where q.photo_id = counted.id;
end $$;

create table comments (
  id            uuid primary key,
  photo_id      uuid not null references photos on delete cascade on update cascade,
  member_id     uuid references members on delete cascade,
  content       text not null,
  created_at    timestamptz not null default now(),
  deleted_at    timestamptz,
  likes_count   integer not null default 0 check (likes_count >= 0),
  -- Comments removed by an organiser. They are also deleted, and organisers can restore them for a month.
  removed_at    timestamptz,
  thread_id     uuid,
  reply_to_id   uuid references comments on delete set null,
  -- Counts replies that are not deleted, by live members.
  replies_count integer not null default 0 check (replies_count >= 0),
  send_key      text collate "C",
  send_digest   bytea,
  -- The comment belongs to the critique of the post, not to its conversation.
  is_critique   boolean not null default false,
  -- A pin: a spot of an image, in shares of its width and height. The image may have left the post since.
  image_id      uuid references images on delete set null,
  x             double precision check (x between 0 and 1),
  y             double precision check (y between 0 and 1),
  -- The author of the post marked the thread as helpful.
  helpful_at    timestamptz,
  constraint comments_pin check ((x is null) = (y is null) and (image_id is null or x is not null)),
  constraint comments_critique check (is_critique or num_nonnulls(image_id, x, helpful_at) = 0),
  constraint comments_removed check (removed_at is null or deleted_at is not null),
  constraint comments_reply check (thread_id is not null or reply_to_id is null),
  constraint comments_one_level check (thread_id is null or replies_count = 0),
  constraint comments_tombstone check (member_id is not null or (thread_id is null and deleted_at is not null and content = ''))
);
create index comments_photo on comments (photo_id, id desc);
create index comments_member on comments (member_id, id);
create index comments_threads on comments (photo_id, id desc) where thread_id is null and (deleted_at is null or replies_count > 0);
create index comments_thread on comments (thread_id, id desc) include (member_id) where thread_id is not null and deleted_at is null;
create index comments_reply_to on comments (reply_to_id) where reply_to_id is not null;
create index comments_deleted on comments (deleted_at) where deleted_at is not null and member_id is not null;
create index comments_tombstones on comments (id) where member_id is null and replies_count = 0;
create unique index comments_key on comments (member_id, send_key) where send_key is not null;
create index comments_image on comments (image_id) where image_id is not null;
create index comments_critique on comments (photo_id, id) where is_critique and thread_id is null;
create index comments_critic on comments (member_id, photo_id desc) include (helpful_at)
  where is_critique and thread_id is null and deleted_at is null;

create function count_critics() returns trigger language plpgsql as $$
begin
  perform recount_critics(array[coalesce(new.photo_id, old.photo_id)]);
  return null;
end $$;
create trigger comments_critics_added after insert on comments
  for each row when (new.is_critique and new.thread_id is null) execute function count_critics();
create trigger comments_critics_changed after update of deleted_at on comments
  for each row when (new.is_critique and new.thread_id is null) execute function count_critics();
create trigger comments_critics_erased after delete on comments
  for each row when (old.is_critique and old.thread_id is null) execute function count_critics();

create table comment_likes (
  comment_id uuid not null references comments on delete cascade,
  member_id  uuid not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (comment_id, member_id)
);
create index comment_likes_newest on comment_likes (comment_id, created_at desc, member_id);
create index comment_likes_member on comment_likes (member_id, comment_id);

-- Members mentioned in a comment, fixed when it was written.
create table comment_mentions (
  comment_id uuid not null references comments on delete cascade,
  member_id  uuid not null references members on delete cascade,
  primary key (comment_id, member_id)
);
create index comment_mentions_member on comment_mentions (member_id);


-- ==================== Forum ========================================================================================

-- Categories contain topics, topics contain posts. Post number 1 opens its topic.
create table forum_categories (
  id          uuid primary key,
  name        text not null,
  slug        text collate "C" not null constraint forum_categories_slug unique,
  description text not null default '',
  color       text not null check (color ~ '^#[0-9a-f]{6}$'),
  position    integer not null,
  created_at  timestamptz not null default now(),
  revision    integer not null default 1
);
create unique index forum_categories_name on forum_categories ((lower(name) collate "C"));
insert into forum_categories (id, name, slug, description, color, position) values
  ('019ab000-0000-7000-8000-000000000001', 'Welcome', 'welcome', 'Say hello, and find out how things are done here.', '#2e6f57', 1),
  ('019ab000-0000-7000-8000-000000000002', 'Work in progress', 'work-in-progress', 'Show what is not finished, and ask what others see.', '#b4532a', 2),
  ('019ab000-0000-7000-8000-000000000003', 'Craft and technique', 'craft-and-technique', 'How it is made: materials, tools, cameras, dyes.', '#7a4a8a', 3),
  ('019ab000-0000-7000-8000-000000000004', 'Events and opportunities', 'events-and-opportunities', 'Exhibitions, festivals, calls and meetings.', '#a06a12', 4),
  ('019ab000-0000-7000-8000-000000000005', 'About this place', 'about-this-place', 'Questions and ideas about the community itself.', '#36608f', 5);

-- Slugs of renamed forum categories, and of deleted ones for the category that took their topics.
create table former_forum_category_slugs (
  slug        text collate "C" primary key,
  category_id uuid not null references forum_categories on delete cascade
);
create index former_forum_category_slugs_category on former_forum_category_slugs (category_id);

-- `last_number` never decreases, so a number always means the same post. `author_gone` is set in the statement that
-- ends the author's account. Such a topic stays if others posted in it.
create table forum_topics (
  id             uuid primary key,
  category_id    uuid references forum_categories,
  author_id      uuid references members,
  title          text not null,
  slug           text not null,
  photo_id       uuid references photos on delete set null on update cascade,
  last_number    integer not null default 0 check (last_number >= 0),
  posts_count    integer not null default 0 check (posts_count >= 0),
  others_count   integer not null default 0 check (others_count >= 0),
  likes_count    integer not null default 0 check (likes_count >= 0),
  latest_post_id uuid,
  solved_post_id uuid,
  locked_at      timestamptz,
  -- Pinned topics come first. Null `pinned_until`: until an organiser unpins it.
  pinned_at      timestamptz,
  pinned_until   timestamptz,
  author_gone    boolean not null default false,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  deleted_at     timestamptz,
  removed_at     timestamptz,
  is_there       boolean not null generated always as (deleted_at is null and removed_at is null and (not author_gone or others_count > 0)) stored,
  search         tsvector not null generated always as (searched(title)) stored,
  -- Ranking like the one of photos: the logarithm of likes and replies plus age, where a day and a half outweighs a factor of e.
  score          double precision not null generated always as (
    floor(4 * ln((1 + likes_count + 2 * greatest(posts_count - 1, 0))::double precision)) / 4
    + extract(epoch from created_at at time zone 'UTC')::double precision / 129600) stored,
  -- A merged topic is deleted, has no latest post, and exists as long as the topic that took its posts.
  merged_into    uuid references forum_topics on delete cascade,
  revision       integer not null default 1,
  check (category_id is not null or deleted_at is not null),
  check (latest_post_id is not null or merged_into is not null),
  check (merged_into is null or deleted_at is not null)
);
create index forum_topics_latest on forum_topics (latest_post_id desc) where is_there;
create index forum_topics_search on forum_topics using gin (search) where is_there;
create index forum_topics_new on forum_topics (id desc) where is_there;
create index forum_topics_top on forum_topics (score desc, id desc) where is_there;
create index forum_topics_category on forum_topics (category_id, latest_post_id desc) include (posts_count, author_id) where is_there;
create index forum_topics_category_new on forum_topics (category_id, id desc) where is_there;
create index forum_topics_category_top on forum_topics (category_id, score desc, id desc) where is_there;
create index forum_topics_unanswered on forum_topics (latest_post_id desc) where is_there and others_count = 0;
create index forum_topics_author on forum_topics (author_id, latest_post_id desc);
create index forum_topics_pinned on forum_topics (pinned_at desc) where pinned_at is not null and is_there;
create index forum_topics_of_category on forum_topics (category_id);
create index forum_topics_latest_post on forum_topics (latest_post_id);
create index forum_topics_solved_post on forum_topics (solved_post_id) where solved_post_id is not null;
create index forum_topics_merged on forum_topics (merged_into) where merged_into is not null;
create index forum_topics_deleted on forum_topics (deleted_at) where deleted_at is not null and merged_into is null;
create index forum_topics_photo on forum_topics (photo_id, id desc) where photo_id is not null;
create index forum_topics_with_photo on forum_topics (latest_post_id desc) include (photo_id) where photo_id is not null and is_there;

create table forum_posts (
  id           uuid primary key,
  topic_id     uuid not null references forum_topics on delete cascade,
  number       integer not null check (number > 0),
  author_id    uuid references members,
  body         text not null,
  body_html    text not null,
  html_version smallint not null,
  -- Text without markup.
  plain        text not null,
  reply_to_id  uuid references forum_posts on delete set null,
  likes_count  integer not null default 0 check (likes_count >= 0),
  -- The client's Idempotency-Key: a repeated reply finds its post.
  reply_key    text collate "C",
  author_gone  boolean not null default false,
  created_at   timestamptz not null default now(),
  edited_at    timestamptz,
  deleted_at   timestamptz,
  is_there     boolean not null generated always as (deleted_at is null and not author_gone) stored,
  search       tsvector not null generated always as (searched(plain)) stored,
  revision     integer not null default 1,
  reply_digest bytea,
  constraint forum_posts_number unique (topic_id, number),
  constraint forum_posts_key unique (author_id, reply_key)
);
create index forum_posts_there on forum_posts (topic_id, number) include (author_id) where is_there;
create index forum_posts_of_author on forum_posts (topic_id, author_id, number) where is_there;
create index forum_posts_search on forum_posts using gin (search) where is_there;
create index forum_posts_newest on forum_posts (id desc) where is_there;
create index forum_posts_author on forum_posts (author_id, id);
create index forum_posts_deleted on forum_posts (deleted_at) where deleted_at is not null and author_id is not null;
create index forum_posts_answers on forum_posts (reply_to_id) where reply_to_id is not null;
-- The newest post is the one written last. After a move it may not have the highest number.
create index forum_posts_latest on forum_posts (topic_id, id desc) include (author_id) where is_there;
create index forum_posts_with_images on forum_posts (topic_id, number) where is_there and body_html like '%<mb-photo %';
alter table forum_topics add foreign key (latest_post_id) references forum_posts deferrable initially deferred;
alter table forum_topics add foreign key (solved_post_id) references forum_posts deferrable initially deferred;
alter table exhibitions add foreign key (topic_id) references forum_topics on delete set null;
alter table challenges add foreign key (topic_id) references forum_topics on delete set null;

create table forum_post_versions (
  post_id    uuid not null references forum_posts on delete cascade,
  version    integer not null,
  body       text not null,
  edited_by  uuid references members on delete set null,
  written_at timestamptz not null,
  primary key (post_id, version)
);
create index forum_post_versions_editor on forum_post_versions (edited_by) where edited_by is not null;

create table forum_post_likes (
  post_id    uuid not null references forum_posts on delete cascade,
  member_id  uuid not null references members on delete cascade,
  is_counted boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (post_id, member_id)
);
create index forum_post_likes_member on forum_post_likes (member_id, post_id);

-- Members mentioned in a post, by the username as written. It keeps pointing to the same member after a rename.
create table forum_post_mentions (
  post_id   uuid not null references forum_posts on delete cascade,
  name      text collate "C" not null,
  member_id uuid not null references members on delete cascade,
  primary key (post_id, name)
);
create index forum_post_mentions_member on forum_post_mentions (member_id);

-- A member's reading position in a topic, and whether they follow or mute it.
create table forum_tracks (
  member_id    uuid not null references members on delete cascade,
  topic_id     uuid not null references forum_topics on delete cascade,
  read_number  integer not null default 0 check (read_number >= 0),
  is_following boolean not null default false,
  is_muted     boolean not null default false,
  -- Posts from before this time do not notify. Null for members who only read the topic and never followed or muted it.
  followed_at  timestamptz default now(),
  -- True if the topic had been read before the position was last set. The first reading counts as one view, also for concurrent requests.
  was_read     boolean not null default false,
  primary key (member_id, topic_id),
  constraint forum_tracks_check check (not (is_following and is_muted)),
  constraint forum_tracks_check1 check (followed_at is not null or not is_following)
);
create index forum_tracks_topic on forum_tracks (topic_id);
create index forum_tracks_following on forum_tracks (member_id, topic_id) include (read_number) where is_following;
create index forum_tracks_followers on forum_tracks (topic_id, member_id) include (read_number) where is_following;
-- Every list of all topics looks up whether the member muted any.
create index forum_tracks_muted on forum_tracks (member_id) where is_muted;

create table forum_category_tracks (
  member_id    uuid not null references members on delete cascade,
  category_id  uuid not null references forum_categories on delete cascade,
  is_following boolean not null default false,
  is_muted     boolean not null default false,
  followed_at  timestamptz not null default now(),
  primary key (member_id, category_id),
  check (is_following <> is_muted)
);
create index forum_category_tracks_category on forum_category_tracks (category_id);
create index forum_category_tracks_followers on forum_category_tracks (category_id, member_id) where is_following;

-- Number of members who read a topic. Kept apart from topics, so that readers never wait for writers.
create table forum_topic_views (
  topic_id    uuid primary key references forum_topics on delete cascade,
  views_count integer not null default 0
);

-- Drafts of a reply (topic), a new topic (category) or an edit (post), one of each. Visible to the member alone.
create table forum_drafts (
  member_id   uuid not null references members on delete cascade,
  topic_id    uuid references forum_topics on delete cascade,
  category_id uuid references forum_categories on delete cascade,
  post_id     uuid references forum_posts on delete cascade,
  title       text not null default '',
  body        text not null,
  version     integer not null default 1,
  updated_at  timestamptz not null default now(),
  -- Uploads used in the draft, kept as long as the draft.
  image_ids   uuid[] not null default '{}',
  check (num_nonnulls(topic_id, category_id, post_id) = 1),
  constraint forum_drafts_place unique nulls not distinct (member_id, topic_id, category_id, post_id)
);
create index forum_drafts_topic on forum_drafts (topic_id) where topic_id is not null;
create index forum_drafts_category on forum_drafts (category_id) where category_id is not null;
create index forum_drafts_post on forum_drafts (post_id) where post_id is not null;
create index forum_drafts_updated on forum_drafts (updated_at);

-- Accounts that stopped or started being live and whose forum counts are not updated yet. Until then, queries hide them by this table. `turn`
-- rises with each further change.
create table forum_departures (
  member_id  uuid primary key references members on delete cascade,
  is_gone    boolean not null,
  turn       integer not null default 1,
  started_at timestamptz not null default now()
);

-- Number of topics and posts in each category, split into sixteen parts, so that writers in different topics rarely wait for each other.
create table forum_category_counts (
  category_id  uuid not null references forum_categories on delete cascade,
  part         smallint not null check (part between 0 and 15),
  topics_count integer not null default 0,
  posts_count  integer not null default 0,
  primary key (category_id, part)
);

-- Number of posts of each author in each category. Counts for a viewer who hides an author subtract these.
create table forum_author_counts (
  author_id   uuid not null references members on delete cascade,
  category_id uuid not null references forum_categories on delete cascade,
  posts_count integer not null default 0,
  primary key (author_id, category_id)
);
create index forum_author_counts_category on forum_author_counts (category_id);

-- Posts moved by a split or merge. A moved post gets a new number; its old number redirects and is never reused.
create table forum_moved_posts (
  topic_id uuid not null references forum_topics on delete cascade,
  number   integer not null,
  post_id  uuid not null references forum_posts on delete cascade,
  primary key (topic_id, number)
);
create index forum_moved_posts_post on forum_moved_posts (post_id);

-- Images uploaded for forum texts. `named_at` is the time of the upload or of the last text that used it. An unused image is deleted a day later.
create table forum_uploads (
  image_id      uuid primary key references images on delete cascade,
  member_id     uuid not null references members on delete cascade,
  alt           text not null default '',
  -- The client's Idempotency-Key: a repeated upload finds its image.
  upload_key    text collate "C",
  named_at      timestamptz not null default now(),
  created_at    timestamptz not null default now(),
  upload_digest bytea,
  constraint forum_uploads_key unique (member_id, upload_key)
);
create index forum_uploads_member on forum_uploads (member_id, image_id);
create index forum_uploads_named on forum_uploads (named_at);

-- Images shown in a post, in order: the first image of a photo (`photo_id` alone), a certain image of a photo (both ids), or an upload.
create table forum_post_images (
  post_id  uuid not null references forum_posts on delete cascade,
  position smallint not null,
  photo_id uuid references photos on delete cascade on update cascade,
  image_id uuid references images on delete cascade,
  alt      text not null,
  primary key (post_id, position),
  check (num_nonnulls(photo_id, image_id) > 0)
);
create index forum_post_images_photo on forum_post_images (photo_id) where photo_id is not null;
create index forum_post_images_image on forum_post_images (image_id) where image_id is not null;

-- Polls. A poll is deleted with its post, and its choices never change.
create table forum_polls (
  post_id      uuid primary key references forum_posts on delete cascade,
  question     text not null,
  several      boolean not null,
  closes_at    timestamptz,
  voters_count integer not null default 0 check (voters_count >= 0)
);

create table forum_poll_choices (
  id          uuid primary key,
  post_id     uuid not null references forum_polls on delete cascade,
  position    smallint not null check (position between 1 and 12),
  text        text not null,
  votes_count integer not null default 0 check (votes_count >= 0),
  constraint forum_poll_choices_position unique (post_id, position)
);

create table forum_poll_votes (
  post_id    uuid not null references forum_polls on delete cascade,
  choice_id  uuid not null references forum_poll_choices on delete cascade,
  member_id  uuid not null references members on delete cascade,
  -- False while the member's account is not live. All votes of a member in a poll have the same value.
  is_counted boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (post_id, member_id, choice_id)
);
create index forum_poll_votes_choice on forum_poll_votes (choice_id, member_id desc);
create index forum_poll_votes_member on forum_poll_votes (member_id, post_id);

create function forum_category_part(topic_id uuid) returns smallint language sql immutable strict parallel safe as $$
  select (uuid_hash(topic_id) & 15)::smallint
$$;

-- Computes the stored counts of topics from their posts.
create function forum_topic_counts(ids uuid[])
returns table (topic_id uuid, posts integer, others integer, likes integer, latest_post_id uuid) language sql stable as $$
  select own.id, count(p.id)::int, count(p.id) filter (where p.author_id is distinct from own.author_id)::int, coalesce(sum(p.likes_count), 0)::int,
         coalesce((select l.id from forum_posts l where l.topic_id = own.id and l.is_there order by l.id desc limit 1),
                  (select o.id from forum_posts o where o.topic_id = own.id and o.number = 1))
    from unnest(ids) as asked(id) join forum_topics own on own.id = asked.id
    left join forum_posts p on p.topic_id = own.id and p.is_there
   group by own.id
$$;

create function recount_forum_topics(ids uuid[]) returns void language sql as $$
  update forum_topics t
     set posts_count = c.posts, others_count = c.others, likes_count = c.likes, latest_post_id = coalesce(c.latest_post_id, t.latest_post_id)
    from forum_topic_counts(ids) c where t.id = c.topic_id
$$;

create function recount_forum_polls(ids uuid[]) returns void language sql as $$
  update forum_poll_choices c
     set votes_count = (select count(*) from forum_poll_votes v where v.choice_id = c.id and v.is_counted)
   where c.post_id = any(ids);
  update forum_polls q
     set voters_count = (select count(distinct v.member_id) from forum_poll_votes v where v.post_id = q.post_id and v.is_counted)
   where q.post_id = any(ids);
$$;

-- Locks the parts in the order of their keys, so that two statements that change many topics cannot deadlock.
create function count_forum_topics() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into forum_category_counts as kept (category_id, part, topics_count, posts_count)
    select category_id, forum_category_part(id), count(*), sum(posts_count) from after_change where is_there group by 1, 2 order by 1, 2
    on conflict (category_id, part) do update
       set topics_count = kept.topics_count + excluded.topics_count, posts_count = kept.posts_count + excluded.posts_count;
  elsif tg_op = 'DELETE' then
    insert into forum_category_counts as kept (category_id, part, topics_count, posts_count)
    select category_id, forum_category_part(id), -count(*), -sum(posts_count) from before_change where is_there group by 1, 2 order by 1, 2
    on conflict (category_id, part) do update
       set topics_count = kept.topics_count + excluded.topics_count, posts_count = kept.posts_count + excluded.posts_count;
  else
    insert into forum_category_counts as kept (category_id, part, topics_count, posts_count)
    select category_id, forum_category_part(id), sum(topics), sum(posts)
      from (select category_id, id, 1 as topics, posts_count as posts from after_change where is_there
            union all select category_id, id, -1, -posts_count from before_change where is_there) changed
     group by 1, 2 having sum(topics) <> 0 or sum(posts) <> 0 order by 1, 2
    on conflict (category_id, part) do update
       set topics_count = kept.topics_count + excluded.topics_count, posts_count = kept.posts_count + excluded.posts_count;
  end if;
  return null;
end $$;
create trigger forum_topics_added after insert on forum_topics referencing new table as after_change
  for each statement execute function count_forum_topics();
create trigger forum_topics_changed after update on forum_topics referencing old table as before_change new table as after_change
  for each statement execute function count_forum_topics();
create trigger forum_topics_removed after delete on forum_topics referencing old table as before_change
  for each statement execute function count_forum_topics();

create function count_forum_authors() returns trigger language plpgsql as $$
begin
  insert into forum_author_counts as kept (author_id, category_id, posts_count)
  select p.author_id, t.category_id, sum(t.step)
    from (select id, category_id, 1 as step from after_change where is_there
          union all select id, category_id, -1 from before_change where is_there) t
    join (select was.id from before_change was join after_change now_is using (id)
           where (was.is_there, was.category_id) is distinct from (now_is.is_there, now_is.category_id)) changed on changed.id = t.id
    join forum_posts p on p.topic_id = t.id and p.is_there and p.author_id is not null
   group by 1, 2 having sum(t.step) <> 0 order by 1, 2
  on conflict (author_id, category_id) do update set posts_count = kept.posts_count + excluded.posts_count;
  return null;
end $$;
create trigger forum_topics_authors after update on forum_topics referencing old table as before_change new table as after_change
  for each statement execute function count_forum_authors();

create function remove_forum_poll() returns trigger language plpgsql as $$
begin
  delete from forum_polls where post_id = new.id;
  return null;
end $$;
create trigger forum_posts_emptied after update of author_id on forum_posts for each row
  when (old.author_id is not null and new.author_id is null) execute function remove_forum_poll();

-- Updates author counts when posts appear, disappear or move within live topics. A statement changes either posts or topics, never both, so each of
-- the two triggers sees the other table unchanged. Rows are locked in one order.
create function count_forum_posts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into forum_author_counts as kept (author_id, category_id, posts_count)
    select p.author_id, t.category_id, count(*) from after_change p join forum_topics t on t.id = p.topic_id and t.is_there
     where p.is_there and p.author_id is not null group by 1, 2 order by 1, 2
    on conflict (author_id, category_id) do update set posts_count = kept.posts_count + excluded.posts_count;
  else
    insert into forum_author_counts as kept (author_id, category_id, posts_count)
    select p.author_id, t.category_id, sum(p.step)
      from (select author_id, topic_id, 1 as step from after_change where is_there and author_id is not null
            union all select author_id, topic_id, -1 from before_change where is_there and author_id is not null) p
      join forum_topics t on t.id = p.topic_id and t.is_there
     group by 1, 2 having sum(p.step) <> 0 order by 1, 2
    on conflict (author_id, category_id) do update set posts_count = kept.posts_count + excluded.posts_count;
  end if;
  return null;
end $$;
-- Posts are deleted only with their topic, which is no longer counted by then, so there is no delete trigger.
create trigger forum_posts_added after insert on forum_posts referencing new table as after_change
  for each statement execute function count_forum_posts();
create trigger forum_posts_changed after update on forum_posts referencing old table as before_change new table as after_change
  for each statement execute function count_forum_posts();

create function remove_forum_post_reports() returns trigger language plpgsql as $$
begin
  delete from reports where forum_post_id = new.id;
  return null;
end $$;
create trigger forum_posts_emptied_reports after update of author_id on forum_posts for each row
  when (old.author_id is not null and new.author_id is null) execute function remove_forum_post_reports();


-- ==================== Direct messages ==============================================================================

-- A conversation between two members, or a group. Every statement that adds or changes a message locks its conversation first.
create table conversations (
  id             uuid primary key,
  is_group       boolean not null,
  title          text,
  -- The two members, the smaller id first, so that a pair has one conversation. Null in groups, and after an account was erased.
  first_id       uuid references members on delete set null,
  second_id      uuid references members on delete set null,
  created_by     uuid references members on delete set null,
  created_at     timestamptz not null default now(),
  -- Number of the newest message, and a counter of all changes, by which clients fetch what changed.
  last_number    integer not null default 0,
  version        integer not null default 0,
  -- Days after which messages are deleted. Null: never.
  retention_days smallint check (retention_days in (30, 365)),
  constraint conversations_title check (title is null or is_group),
  constraint conversations_pair check (first_id < second_id and not is_group or first_id is null or second_id is null)
);
create unique index conversations_of_pair on conversations (first_id, second_id);
create index conversations_second on conversations (second_id) where second_id is not null;
create index conversations_creator on conversations (created_by) where created_by is not null;
create index conversations_retention on conversations (id) where retention_days is not null;

-- requested: asked and not answered yet. declined and left: the conversation does not exist for the member.
create table conversation_members (
  conversation_id uuid not null references conversations on delete cascade,
  member_id       uuid not null references members on delete cascade,
  state           text not null check (state in ('active', 'requested', 'declined', 'left')),
  joined_at       timestamptz not null default now(),
  -- The first message that the member may read.
  first_number    integer not null default 1,
  -- Copies of the conversation's newest message, by which lists and counts are read from indexes of this table.
  last_number     integer not null default 0,
  last_at         timestamptz not null default now(),
  read_number     integer not null default 0,
  -- Number of the newest message when unread messages were last mailed.
  mailed_number   integer not null default 0,
  mailed_at       timestamptz,
  is_muted        boolean not null default false,
  pinned_at       timestamptz,
  primary key (conversation_id, member_id)
);
create index conversation_members_inbox on conversation_members (member_id, last_at desc, conversation_id desc) where state = 'active';
create index conversation_members_requests on conversation_members (member_id, last_at desc, conversation_id desc) where state = 'requested';
create index conversation_members_pinned on conversation_members (member_id, last_at desc, conversation_id desc) where pinned_at is not null;
create index conversation_members_unread on conversation_members (member_id, last_at desc, conversation_id desc)
  where state = 'active' and last_number > read_number;
create index conversation_members_unmailed on conversation_members (last_at)
  where state = 'active' and not is_muted and last_number > read_number and last_number > mailed_number;
create index conversation_members_mailed on conversation_members (member_id, mailed_at) where mailed_at is not null;
create index conversation_members_member on conversation_members (member_id);

create table messages (
  id              uuid primary key,
  conversation_id uuid not null references conversations on delete cascade,
  -- Position in the conversation, and the conversation's version at the last change.
  number          integer not null check (number > 0),
  version         integer not null,
  -- Null: closed account.
  author_id       uuid references members on delete set null,
  body            text not null default '',
  -- A change of the conversation instead of a text.
  notice          text check (notice in ('joined', 'left', 'removed', 'retitled', 'retention')),
  notice_member   uuid references members on delete set null,
  notice_title    text,
  notice_days     smallint,
  reply_to_id     uuid references messages on delete set null,
  -- The kind of a shared post or topic, which stays when that is deleted.
  shares          text check (shares in ('photo', 'topic')),
  photo_id        uuid references photos on delete set null on update cascade,
  topic_id        uuid references forum_topics on delete set null,
  -- Content warning of the images.
  warning         text,
  send_key        text collate "C",
  send_digest     bytea,
  created_at      timestamptz not null default now(),
  edited_at       timestamptz,
  taken_back_at   timestamptz,
  -- The words, and the conversation's id, by which a search finds the messages of some conversations in the index alone.
  search          tsvector not null generated always as (searched(body) || array_to_tsvector(array[conversation_id::text])) stored,
  constraint messages_number unique (conversation_id, number),
  constraint messages_shared check (num_nonnulls(photo_id, topic_id) <= 1 and (shares is not null or num_nonnulls(photo_id, topic_id) = 0)),
  constraint messages_taken_back check (taken_back_at is null or (body = '' and shares is null and warning is null))
);
create index messages_changed on messages (conversation_id, version);
create unique index messages_key on messages (author_id, send_key) where send_key is not null;
create index messages_author on messages (author_id, id);
create index messages_notice_member on messages (notice_member) where notice_member is not null;
create index messages_reply_to on messages (reply_to_id) where reply_to_id is not null;
create index messages_photo on messages (photo_id) where photo_id is not null;
create index messages_topic on messages (topic_id) where topic_id is not null;
create index messages_search on messages using gin (search);

-- Uploads, and from the moment they are sent, images of a message. Uploads that no message contains are deleted after a day.
create table message_images (
  image_id      uuid primary key references images on delete cascade,
  -- Null: closed account, whose messages stay.
  member_id     uuid references members on delete set null,
  message_id    uuid references messages on delete set null,
  position      smallint not null default 0,
  alt           text not null default '',
  upload_key    text collate "C",
  upload_digest bytea,
  created_at    timestamptz not null default now(),
  constraint message_images_key unique (member_id, upload_key)
);
create index message_images_message on message_images (message_id, position) where message_id is not null;
create index message_images_unsent on message_images (created_at) where message_id is null;

create table message_reactions (
  message_id uuid not null references messages on delete cascade,
  member_id  uuid not null references members on delete cascade,
  reaction   text not null check (reaction in ('like', 'love', 'laugh', 'wow', 'sad', 'thanks')),
  primary key (message_id, member_id)
);
create index message_reactions_member on message_reactions (member_id);


-- ==================== Tags =========================================================================================

-- `uses_count` counts all posts and topics with the tag, visible to the viewer or not. It only orders suggestions and is never shown.
create table tags (
  key        text collate "C" primary key,
  uses_count integer not null default 0 check (uses_count >= 0)
);
create index tags_unused on tags (key) where uses_count = 0;

-- `name` is the tag as written in the post.
create table photo_tags (
  tag      text collate "C" not null references tags on delete cascade,
  photo_id uuid not null references photos on delete cascade on update cascade,
  name     text not null,
  primary key (tag, photo_id)
);
create index photo_tags_photo on photo_tags (photo_id);

create table forum_topic_tags (
  tag      text collate "C" not null references tags on delete cascade,
  topic_id uuid not null references forum_topics on delete cascade,
  name     text not null,
  primary key (tag, topic_id)
);
create index forum_topic_tags_topic on forum_topic_tags (topic_id);

-- Posts and topics whose tags a job must parse again after the definition of a tag changed. The job empties the table.
create table untagged_posts (
  photo_id uuid unique references photos on delete cascade on update cascade,
  topic_id uuid unique references forum_topics on delete cascade,
  check (num_nonnulls(photo_id, topic_id) = 1)
);

-- Locks tags in the order of their keys, as all statements do.
create function count_tag_uses() returns trigger language plpgsql as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform from tags where key in (select tag from changed) order by key for no key update;
  update tags t set uses_count = t.uses_count + step * c.uses
    from (select tag, count(*)::integer as uses from changed group by tag) c where t.key = c.tag;
  return null;
end $$;
create trigger photo_tags_added after insert on photo_tags
  referencing new table as changed for each statement execute function count_tag_uses();
create trigger photo_tags_removed after delete on photo_tags
  referencing old table as changed for each statement execute function count_tag_uses();
create trigger forum_topic_tags_added after insert on forum_topic_tags
  referencing new table as changed for each statement execute function count_tag_uses();
create trigger forum_topic_tags_removed after delete on forum_topic_tags
  referencing old table as changed for each statement execute function count_tag_uses();


-- ==================== Moderation and rules =========================================================================

-- Community rules. A rule is never edited: a new text is a new row, so that members notified with a rule can still read it.
create table rules (
  id         uuid primary key,
  -- Null: retired.
  position   smallint check (position >= 1),
  title      text not null,
  body       text not null default '',
  -- Reports that name this rule come first.
  is_urgent  boolean not null default false,
  created_at timestamptz not null default now(),
  constraint rules_position unique (position) deferrable initially deferred
);

-- Version of all rules together; 0 before the first.
create table rules_version (
  is_only       boolean primary key default true check (is_only),
  version       integer not null default 0 check (version >= 0),
  changed_at    timestamptz,
  -- Members must accept this version or a newer one; 0: none. Admins choose whether a change asks again.
  asked_version integer not null default 0,
  constraint rules_version_asked check (asked_version between 0 and version)
);
insert into rules_version default values;

create table rules_acceptances (
  member_id   uuid primary key references members on delete cascade,
  version     integer not null check (version >= 1),
  accepted_at timestamptz not null default now()
);

-- Acts of organisers on other members' content, and of admins. Kept for good, even when the people or content are gone.
create table moderation_log (
  id            uuid primary key,
  actor_id      uuid references members on delete set null,
  -- The contract lists the possible acts.
  action        text not null,
  topic_id      uuid references forum_topics on delete set null,
  post_id       uuid references forum_posts on delete set null,
  category_id   uuid references forum_categories on delete set null,
  -- Former value, or result, as text.
  note          text,
  created_at    timestamptz not null default now(),
  -- The act, its subject and owner, the reason, and the number of reports it resolved.
  photo_id      uuid references photos on delete set null on update cascade,
  comment_id    uuid references comments on delete set null,
  member_id     uuid references members on delete set null,
  reason        text,
  reports_count integer not null default 0 check (reports_count >= 0),
  rule_id       uuid references rules,
  -- The change as data, which clients phrase in the reader's language.
  details       jsonb check (jsonb_typeof(details) = 'object'),
  series_id     uuid references series on delete set null,
  exhibition_id uuid references exhibitions on delete set null,
  challenge_id  uuid references challenges on delete set null,
  feedback_id   uuid references challenge_feedback on delete set null,
  message_id    uuid references messages on delete set null,
  constraint moderation_log_action_check check (action ~ '^[a-z]+(_[a-z]+)+$')
);
create index moderation_log_topic on moderation_log (topic_id) where topic_id is not null;
create index moderation_log_post on moderation_log (post_id) where post_id is not null;
create index moderation_log_category on moderation_log (category_id) where category_id is not null;
create index moderation_log_photo on moderation_log (photo_id) where photo_id is not null;
create index moderation_log_comment on moderation_log (comment_id) where comment_id is not null;
create index moderation_log_member on moderation_log (member_id) where member_id is not null;
create index moderation_log_series on moderation_log (series_id) where series_id is not null;
create index moderation_log_exhibition on moderation_log (exhibition_id) where exhibition_id is not null;
create index moderation_log_challenge on moderation_log (challenge_id) where challenge_id is not null;
create index moderation_log_feedback on moderation_log (feedback_id) where feedback_id is not null;
create index moderation_log_message on moderation_log (message_id) where message_id is not null;
create index moderation_log_resolutions on moderation_log (id desc) where reports_count > 0;
create index moderation_log_action on moderation_log (action, id desc);
create index moderation_log_actor on moderation_log (actor_id, id desc);
alter table photos add foreign key (warning_entry_id) references moderation_log;

-- Reports by members. While one is open, organisers see the reported post even if they otherwise could not.
create table reports (
  id            uuid primary key,
  reporter_id   uuid references members on delete set null,
  photo_id      uuid references photos on delete cascade on update cascade,
  comment_id    uuid references comments on delete cascade,
  member_id     uuid references members on delete cascade,
  reason        text,
  note          text,
  created_at    timestamptz not null default now(),
  resolved_at   timestamptz,
  forum_post_id uuid references forum_posts on delete cascade,
  series_id     uuid references series on delete cascade,
  exhibition_id uuid references exhibitions on delete cascade,
  challenge_id  uuid references challenges on delete cascade,
  feedback_id   uuid references challenge_feedback on delete cascade,
  message_id    uuid references messages on delete cascade,
  -- One id for the subject of any kind, its owner, and the log entry that resolved the report. The first curator owns an exhibition.
  -- A challenge whose organiser closed the account has no owner.
  subject_id    uuid generated always as (
    coalesce(photo_id, comment_id, member_id, forum_post_id, series_id, exhibition_id, challenge_id, feedback_id, message_id)) stored,
  owner_id      uuid references members on delete cascade,
  resolution_id uuid references moderation_log,
  -- A report names a rule or one of the built-in reasons.
  rule_id       uuid references rules,
  -- Urgent reports come first in the queue, which is read from the index reports_open alone.
  is_urgent     boolean not null default false,
  assignee_id   uuid references members on delete set null,
  -- Reports made by the word filter have no reporter. A subject has at most one open.
  is_automatic  boolean not null default false,
  constraint reports_subject check (
    num_nonnulls(photo_id, comment_id, member_id, forum_post_id, series_id, exhibition_id, challenge_id, feedback_id, message_id) = 1),
  constraint reports_reason check (num_nonnulls(rule_id, reason) = 1)
);
-- A repeated report by the same member is the same report while it is open.
create unique index reports_photo on reports (photo_id, reporter_id) where photo_id is not null and resolved_at is null;
create unique index reports_comment on reports (comment_id, reporter_id) where comment_id is not null and resolved_at is null;
create unique index reports_member on reports (member_id, reporter_id) where member_id is not null and resolved_at is null;
create index reports_reporter on reports (reporter_id);
create index reports_of_photo on reports (photo_id);
create index reports_of_comment on reports (comment_id);
create index reports_of_member on reports (member_id);
create unique index reports_forum_post on reports (forum_post_id, reporter_id) where forum_post_id is not null and resolved_at is null;
create index reports_of_forum_post on reports (forum_post_id) where forum_post_id is not null;
create unique index reports_series on reports (series_id, reporter_id) where series_id is not null and resolved_at is null;
create index reports_of_series on reports (series_id) where series_id is not null;
create unique index reports_exhibition on reports (exhibition_id, reporter_id) where exhibition_id is not null and resolved_at is null;
create index reports_of_exhibition on reports (exhibition_id) where exhibition_id is not null;
create unique index reports_challenge on reports (challenge_id, reporter_id) where challenge_id is not null and resolved_at is null;
create index reports_of_challenge on reports (challenge_id) where challenge_id is not null;
create unique index reports_feedback on reports (feedback_id, reporter_id) where feedback_id is not null and resolved_at is null;
create index reports_of_feedback on reports (feedback_id) where feedback_id is not null;
create unique index reports_message on reports (message_id, reporter_id) where message_id is not null and resolved_at is null;
create index reports_of_message on reports (message_id) where message_id is not null;
create index reports_owner on reports (owner_id);
create index reports_resolution on reports (resolution_id) where resolution_id is not null;
create index reports_of_subject on reports (subject_id, id desc);
create index reports_open on reports (id desc) include (subject_id, owner_id, is_urgent) where resolved_at is null;
create index reports_assignee on reports (assignee_id) where assignee_id is not null;
create unique index reports_automatic on reports (subject_id) where is_automatic and resolved_at is null;

-- Organisers' notes about a case, attached to one of its reports.
create table report_notes (
  id         uuid primary key,
  report_id  uuid not null references reports on delete cascade,
  author_id  uuid references members on delete set null,
  body       text not null,
  created_at timestamptz not null default now()
);
create index report_notes_of_report on report_notes (report_id, id);
create index report_notes_author on report_notes (author_id) where author_id is not null;

-- Snapshots of reported content. Each row is a copy of one state, so it survives edits, deletion and sweeps while the reports are open.
create table report_evidence (
  id            uuid primary key,
  -- Id of the photo, comment, member, forum post, series, exhibition, challenge, feedback or message. The subject itself may be erased.
  subject_id    uuid not null,
  owner_id      uuid references members on delete cascade,
  content       jsonb not null check (jsonb_typeof(content) = 'object'),
  created_at    timestamptz not null default now(),
  -- Moderation log entry that resolved the reports.
  resolution_id uuid references moderation_log,
  resolved_at   timestamptz,
  check ((resolution_id is null) = (resolved_at is null))
);
create unique index report_evidence_state on report_evidence (subject_id, (md5(content::text) collate "C")) where resolution_id is null;
create index report_evidence_subject on report_evidence (subject_id, id);
create index report_evidence_owner on report_evidence (owner_id);
create index report_evidence_resolution on report_evidence (resolution_id) where resolution_id is not null;
create index report_evidence_age on report_evidence (coalesce(resolved_at, created_at));

-- Images of the snapshot. Their files are kept as long as the row exists.
create table report_evidence_images (
  evidence_id uuid not null references report_evidence on delete cascade,
  image_id    uuid not null references images,
  primary key (evidence_id, image_id)
);
create index report_evidence_images_image on report_evidence_images (image_id);

-- Warnings, shown to the member until they confirm that they read it.
create table warnings (
  moderation_id   uuid primary key references moderation_log,
  member_id       uuid not null references members on delete cascade,
  acknowledged_at timestamptz
);
create index warnings_of_member on warnings (member_id, moderation_id);

-- Appeals. The member whom an act concerned may appeal once.
create table appeals (
  moderation_id uuid primary key references moderation_log,
  member_id     uuid not null references members on delete cascade,
  body          text not null,
  created_at    timestamptz not null default now(),
  resolution_id uuid references moderation_log
);
create index appeals_open on appeals (moderation_id) where resolution_id is null;
create index appeals_resolved on appeals (resolution_id desc) where resolution_id is not null;
create index appeals_of_member on appeals (member_id);

-- Words and links that are refused or held for review, and how long an account counts as new.
create table filters (
  is_only            boolean primary key default true check (is_only),
  -- Raised by each change. A change made from an older version is refused.
  version            integer not null default 1,
  -- `[{"text", "action"}]` in order. Always read as a whole, and only if the version has changed.
  entries            jsonb not null default '[]' check (jsonb_typeof(entries) = 'array' and jsonb_array_length(entries) <= 500),
  new_account_days   integer not null default 0 check (new_account_days between 0 and 90),
  changed_at         timestamptz not null default now(),
  -- Organisers review before posting: the number of a member's first contributions, and the number of new accounts that may write the same
  -- link. 0: none.
  review_first       integer not null default 0 check (review_first between 0 and 10),
  same_link_accounts integer not null default 0 check (same_link_accounts between 0 and 50)
);
insert into filters default values;

-- Contributions waiting for review. No list or count includes them. A photo has its row, because its files are stored, but it counts as removed until
-- it is approved.
create table pending_posts (
  id               uuid primary key,
  member_id        uuid not null references members on delete cascade,
  kind             text not null check (kind in ('photo', 'comment', 'forum_post', 'topic')),
  pending_photo_id uuid unique references photos on delete set null on update cascade,
  -- The destination: a photo for a comment, a topic for a post, a category for a topic.
  photo_id         uuid references photos on delete cascade on update cascade,
  topic_id         uuid references forum_topics on delete cascade,
  category_id      uuid references forum_categories on delete cascade,
  -- The comment or post that the contribution replies to; null if erased.
  reply_to_comment uuid references comments on delete set null,
  reply_to_post    uuid references forum_posts on delete set null,
  -- Spot of a comment that begins a thread of critique; without a spot, an empty object.
  critique         jsonb check (jsonb_typeof(critique) = 'object'),
  about_photo_id   uuid references photos on delete set null on update cascade,
  title            text,
  body             text not null,
  -- Uploads in the text. They are kept until the decision.
  image_ids        uuid[] not null default '{}',
  poll             jsonb check (jsonb_typeof(poll) = 'object'),
  send_key         text collate "C",
  why              text not null check (why in ('first', 'same_link', 'listed')),
  -- The word or link of the filter that matched.
  listed           text,
  created_at       timestamptz not null default now(),
  decided_at       timestamptz,
  decider_id       uuid references members on delete set null,
  is_approved      boolean,
  reason           text,
  send_digest      bytea,
  check ((decided_at is null) = (is_approved is null)),
  check ((why = 'listed') = (listed is not null)),
  check ((kind in ('photo', 'topic')) = (title is not null)),
  check (num_nonnulls(photo_id, topic_id, category_id) = (kind <> 'photo')::int),
  check (case kind when 'comment' then photo_id is not null when 'forum_post' then topic_id is not null when 'topic' then category_id is not null else true end),
  check (pending_photo_id is null or kind = 'photo'),
  check (reply_to_comment is null or kind = 'comment'),
  check (reply_to_post is null or kind = 'forum_post'),
  check (critique is null or kind = 'comment'),
  check (about_photo_id is null or kind = 'topic'),
  check (poll is null or kind in ('forum_post', 'topic')),
  constraint pending_posts_key unique (member_id, send_key)
);
create index pending_posts_member on pending_posts (member_id, id);
create index pending_posts_open on pending_posts (id) where decided_at is null;
create index pending_posts_decided on pending_posts (decided_at) where decided_at is not null;
create index pending_posts_photo on pending_posts (photo_id) where photo_id is not null;
create index pending_posts_topic on pending_posts (topic_id) where topic_id is not null;
create index pending_posts_category on pending_posts (category_id) where category_id is not null;
create index pending_posts_reply_to_comment on pending_posts (reply_to_comment) where reply_to_comment is not null;
create index pending_posts_reply_to_post on pending_posts (reply_to_post) where reply_to_post is not null;
create index pending_posts_about_photo on pending_posts (about_photo_id) where about_photo_id is not null;
create index pending_posts_decider on pending_posts (decider_id) where decider_id is not null;

-- Links written by new accounts within the last day, to notice a link that many of them write.
create table new_account_links (
  link       text collate "C" not null check (length(link) <= 300),
  member_id  uuid not null references members on delete cascade,
  written_at timestamptz not null default now(),
  primary key (link, member_id)
);
create index new_account_links_member on new_account_links (member_id);
create index new_account_links_written on new_account_links (written_at);

-- Log entries never change, except that a pointer becomes null when its row is erased.
create function keep_moderation_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 then
    if to_jsonb(new) - array['actor_id', 'topic_id', 'post_id', 'category_id', 'photo_id', 'comment_id', 'member_id', 'series_id', 'exhibition_id',
           'challenge_id', 'feedback_id', 'message_id']
       = to_jsonb(old) - array['actor_id', 'topic_id', 'post_id', 'category_id', 'photo_id', 'comment_id', 'member_id', 'series_id', 'exhibition_id',
           'challenge_id', 'feedback_id', 'message_id'] then
      return new;
    end if;
  end if;
  raise exception 'the moderation log is only added to' using errcode = 'insufficient_privilege';
end $$;
create trigger moderation_log_kept before update or delete on moderation_log for each row execute function keep_moderation_log();
create trigger moderation_log_not_emptied before truncate on moderation_log for each statement execute function keep_moderation_log();

create function set_report_owner() returns trigger language plpgsql as $$
begin
  new.owner_id := case
    when new.photo_id is not null then (select p.member_id from photos p where p.id = new.photo_id)
    when new.comment_id is not null then (select c.member_id from comments c where c.id = new.comment_id)
    when new.forum_post_id is not null then (select p.author_id from forum_posts p where p.id = new.forum_post_id)
    when new.series_id is not null then (select s.member_id from series s where s.id = new.series_id)
    when new.exhibition_id is not null then (
      select c.member_id from exhibition_curators c where c.exhibition_id = new.exhibition_id and c.accepted_at is not null
       order by c.accepted_at, c.member_id limit 1)
    when new.challenge_id is not null then (select c.member_id from challenges c where c.id = new.challenge_id)
    when new.feedback_id is not null then (select f.member_id from challenge_feedback f where f.id = new.feedback_id)
    when new.message_id is not null then (select m.author_id from messages m where m.id = new.message_id)
    else new.member_id
  end;
  return new;
end $$;
create trigger reports_owner before insert on reports for each row execute function set_report_owner();


-- ==================== Notifications, mail and push =================================================================

-- Notification kinds and the subjects each can be about. packages/contract/src/notifications/kinds.ts has their settings, icons and sentences.
-- `grouped_by` names the subject whose id forms a group: notifications of one kind with the same id, read and unread ones apart. Null: not grouped.
create table notification_kinds (
  kind       text collate "C" not null,
  about      text collate "C" not null,
  grouped_by text check (grouped_by in ('photo', 'comment', 'answered_comment', 'forum_post', 'topic')),
  primary key (kind, about)
);
insert into notification_kinds (kind, about, grouped_by) values
  ('like', 'photo', 'photo'),
  ('like', 'comment', 'comment'),
  ('like', 'forum_post', 'forum_post'),
  ('comment', 'comment', 'photo'),
  ('critique', 'comment', 'photo'),
  ('helpful', 'comment', null),
  ('follow', 'member', null),
  ('mention', 'comment', null),
  ('mention', 'forum_post', null),
  ('reply', 'comment', 'answered_comment'),
  ('reply', 'forum_post', 'topic'),
  ('followed_topic', 'forum_post', 'topic'),
  ('new_topic', 'forum_post', null),
  ('solved', 'forum_post', null),
  ('invitation_used', 'member', null),
  ('series', 'series', null),
  ('not_published', 'photo', null),
  ('named', 'photo', null),
  ('name_accepted', 'photo', null),
  ('described', 'photo', 'photo'),
  ('exhibition_invited', 'exhibition', null),
  ('work_requested', 'exhibition', null),
  ('exhibition_opened', 'exhibition', null),
  ('challenge_started', 'challenge', null),
  ('challenge_results', 'challenge', null),
  ('moderation', 'moderation', null),
  ('other', 'member', null),
  ('other', 'photo', null),
  ('other', 'comment', null),
  ('other', 'forum_post', null);

-- One row for each event and recipient. Sentences are built when read, from current names.
create table notifications (
  id            uuid not null,
  member_id     uuid not null references members on delete cascade,
  type          text not null,
  actor_id      uuid references members on delete cascade,
  photo_id      uuid references photos on delete cascade on update cascade,
  comment_id    uuid references comments on delete cascade,
  created_at    timestamptz not null default now(),
  read_at       timestamptz,
  written_by    xid8 not null default pg_current_xact_id(),
  -- The forum post that the notification is about; for a new topic, its first post.
  forum_post_id uuid references forum_posts on delete cascade,
  -- The id that `grouped_by` of the kind names; the notification's own id if it is not grouped. Notifications about a moved post stay in their group.
  group_key     uuid not null,
  -- An organiser's act on the recipient's content, or on content they reported. The organiser is not named.
  moderation_id uuid references moderation_log on delete cascade,
  series_id     uuid references series on delete cascade,
  exhibition_id uuid references exhibitions on delete cascade,
  challenge_id  uuid references challenges on delete cascade,
  primary key (member_id, id),
  about         text collate "C" not null,
  foreign key (type, about) references notification_kinds,
  -- A comment also sets `photo_id`. A follow sets no subject: it is about the actor. Only an organiser's act has no actor.
  constraint notifications_subject check (
    num_nonnulls(moderation_id, forum_post_id, photo_id, series_id, exhibition_id, challenge_id) <= 1 and (comment_id is null or photo_id is not null)
    and (actor_id is null) = (moderation_id is not null))
);
create index notifications_unread on notifications (member_id, id desc) where read_at is null;
create index notifications_comment on notifications (comment_id);
create index notifications_photo on notifications (photo_id);
create index notifications_actor on notifications (actor_id);
-- One notification for each follower, as long as the follow exists.
create unique index notifications_follow on notifications (member_id, actor_id) where type = 'follow';
create index notifications_created on notifications (created_at);
create index notifications_of_member_read on notifications (member_id, id) where read_at is not null;
create index notifications_read on notifications (read_at) where read_at is not null;
create index notifications_forum_post on notifications (forum_post_id) where forum_post_id is not null;
-- A post notifies each member once, even if it is a mention and a reply.
create unique index notifications_forum_written on notifications (member_id, forum_post_id)
  where type in ('mention', 'reply', 'followed_topic', 'new_topic') and forum_post_id is not null;
-- A like, or a mark as the answer, notifies once, even if it is taken back and repeated.
create unique index notifications_forum_given on notifications (member_id, forum_post_id, actor_id, (type collate "C"))
  where type in ('like', 'solved') and forum_post_id is not null;
-- Event streams read rows added since their last poll.
create index notifications_written on notifications (written_by);
-- Groups are counted from this index alone.
create index notifications_grouped on notifications (member_id, group_key, type, (read_at is null), id desc)
  include (actor_id, comment_id, forum_post_id);
create index notifications_unread_lately on notifications (created_at) where read_at is null;
create unique index notifications_like on notifications (member_id, actor_id, photo_id) where type = 'like' and comment_id is null;
create unique index notifications_comment_like on notifications (member_id, actor_id, comment_id) where type = 'like' and comment_id is not null;
-- A member who is named again, accepts again, or describes another image of the post notifies once.
create unique index notifications_named on notifications (member_id, photo_id, actor_id, (type collate "C"))
  where type in ('named', 'name_accepted', 'described');
create unique index notifications_series on notifications (series_id, member_id) where series_id is not null;
create unique index notifications_exhibition on notifications (exhibition_id, member_id, (type collate "C")) where exhibition_id is not null;
create unique index notifications_challenge on notifications (challenge_id, member_id, (type collate "C")) where challenge_id is not null;
create unique index notifications_moderation on notifications (moderation_id, member_id) where moderation_id is not null;
create unique index notifications_comment_written on notifications (member_id, comment_id)
  where type in ('comment', 'critique', 'mention', 'reply') and comment_id is not null;
create unique index notifications_helpful on notifications (member_id, comment_id) where type = 'helpful';

-- Mailed notifications. Each is mailed once, by any node.
create table activity_mails (
  member_id       uuid not null references members on delete cascade,
  notification_id uuid not null,
  mailed_at       timestamptz not null default now(),
  primary key (member_id, notification_id),
  foreign key (member_id, notification_id) references notifications (member_id, id) on delete cascade
);
create index activity_mails_lately on activity_mails (member_id, mailed_at desc);

create table digests (
  member_id uuid primary key references members on delete cascade,
  queued_at timestamptz not null default now()
);

-- Push subscriptions of signed-in browsers. They end with the session.
create table push_subscriptions (
  id            uuid primary key,
  member_id     uuid not null references members on delete cascade,
  session_id    uuid not null references sessions on delete cascade,
  endpoint      text not null,
  endpoint_hash bytea not null,
  p256dh        text not null,
  auth          text not null,
  shows_content boolean not null default false,
  created_at    timestamptz not null default now()
);
-- A browser has one endpoint for all members who sign in there.
create unique index push_subscriptions_endpoint on push_subscriptions (endpoint_hash);
create unique index push_subscriptions_session on push_subscriptions (session_id);
create index push_subscriptions_member on push_subscriptions (member_id);

create function set_notification_subject() returns trigger language plpgsql as $$
begin
  new.about := case
    when new.moderation_id is not null then 'moderation'
    when new.forum_post_id is not null then 'forum_post'
    when new.series_id is not null then 'series'
    when new.exhibition_id is not null then 'exhibition'
    when new.challenge_id is not null then 'challenge'
    when new.comment_id is not null then 'comment'
    when new.photo_id is not null then 'photo'
    else 'member'
  end;
  if new.group_key is not null then return new; end if;
  case (select k.grouped_by from notification_kinds k where k.kind = new.type and k.about = new.about)
    when 'photo' then new.group_key := new.photo_id;
    when 'comment' then new.group_key := new.comment_id;
    when 'answered_comment' then new.group_key := (select c.reply_to_id from comments c where c.id = new.comment_id);
    when 'forum_post' then new.group_key := new.forum_post_id;
    when 'topic' then new.group_key := (select p.topic_id from forum_posts p where p.id = new.forum_post_id);
    else null;
  end case;
  new.group_key := coalesce(new.group_key, new.id);
  return new;
end $$;
create trigger notifications_subject before insert on notifications for each row execute function set_notification_subject();


-- ==================== Plans and billing ============================================================================

-- Plans that an admin or the operator gave. `plan_name` and `plan_ends_at` of the member come from the grant or subscription that ends last.
create table plan_grants (
  member_id  uuid primary key references members on delete cascade,
  plan_name  text not null,
  ends_at    timestamptz,
  created_at timestamptz not null default now()
);

-- Customers of the payment provider. A checkout or subscription links a customer to a member; the oldest link wins. A subscription may arrive
-- before its link. All rows are deleted with the member.
create table billing_customers (
  customer_id text collate "C" primary key,
  member_id   uuid references members on delete cascade,
  named_at    timestamptz,
  deleted_at  timestamptz,
  created_at  timestamptz not null default now()
);
create index billing_customers_member on billing_customers (member_id);
create index billing_customers_unnamed on billing_customers (created_at) where member_id is null;

create table subscriptions (
  id          text collate "C" primary key,
  customer_id text collate "C" not null references billing_customers on delete cascade,
  status      text not null,
  plan_name   text not null,
  -- End of the plan that the subscription grants; null if it never granted a plan.
  ends_at     timestamptz,
  -- The newest event that was applied, and its time. Events arrive late, repeatedly and in any order.
  reported_at timestamptz not null,
  reported_by text collate "C" not null
);
create index subscriptions_customer on subscriptions (customer_id);

create table billing_events (
  id          text collate "C" primary key,
  type        text not null,
  received_at timestamptz not null default now()
);
create index billing_events_received on billing_events (received_at);


-- ==================== Community: site, joining, announcements and figures ==========================================

-- Site settings by admins. Null: the environment variable or the product's default.
create table site_settings (
  is_only        boolean primary key default true check (is_only),
  -- Raised by each change. A change made from an older version is refused.
  version        integer not null default 1,
  name           text,
  tagline        text,
  accent         text check (accent ~ '^#[0-9a-f]{6}$'),
  pricing_url    text,
  contact_email  text,
  -- Pages open to signed-out visitors. Null: only those that never need a session.
  visitors       text check (visitors in ('closed', 'front', 'posts')),
  locales        text[] check (cardinality(locales) > 0),
  default_locale text,
  -- Allows members to import posts. Null: allowed.
  imports        text check (imports in ('on', 'off')),
  -- Hosts, separated by commas, from which imports may fetch images.
  import_hosts   text,
  -- Opens the Mastodon client API to apps. Null: off.
  client_apps    text check (client_apps in ('off', 'on')),
  logo_image_id  uuid references images,
  -- Markdown, and its rendered HTML.
  about          text,
  about_html     text,
  privacy        text,
  privacy_html   text,
  changed_at     timestamptz not null default now(),
  check ((about is null) = (about_html is null)),
  check ((privacy is null) = (privacy_html is null))
);
create index site_settings_logo on site_settings (logo_image_id) where logo_image_id is not null;
insert into site_settings default values;

-- Announcements by admins, shown between two times or until an admin removes them.
create table announcements (
  id             uuid primary key,
  author_id      uuid references members on delete set null,
  text           text not null,
  begins_at      timestamptz not null default now(),
  ends_at        timestamptz check (ends_at > begins_at),
  is_dismissable boolean not null default true,
  created_at     timestamptz not null default now(),
  revision       integer not null default 1
);
create index announcements_author on announcements (author_id) where author_id is not null;
create index announcements_newest on announcements (begins_at desc, id desc);

create table announcement_dismissals (
  member_id       uuid not null references members on delete cascade,
  announcement_id uuid not null references announcements on delete cascade,
  primary key (member_id, announcement_id)
);
create index announcement_dismissals_announcement on announcement_dismissals (announcement_id);

-- Other programs that are told about events, set by admins.
create table webhooks (
  id          uuid primary key,
  url         text not null,
  -- Signs the deliveries. Encrypted by the signing key.
  secret      text not null,
  events      text[] not null check (cardinality(events) > 0),
  created_at  timestamptz not null default now(),
  -- Failed attempts since the last success.
  failures    integer not null default 0,
  disabled_at timestamptz
);

create table webhook_deliveries (
  webhook_id   uuid not null references webhooks on delete cascade,
  -- Id of the event, the same for all webhooks.
  id           uuid not null,
  event        text not null,
  data         jsonb not null,
  state        text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts     integer not null default 0,
  -- HTTP status of the last attempt, or why there is none.
  status       integer,
  error        text,
  created_at   timestamptz not null default now(),
  delivered_at timestamptz,
  primary key (webhook_id, id)
);
create index webhook_deliveries_age on webhook_deliveries (created_at);

create table joining (
  id             boolean primary key default true check (id),
  mode           text not null default 'open' check (mode in ('open', 'invitation', 'approval', 'closed')),
  members_invite boolean not null default false,
  question       text,
  changed_at     timestamptz not null default now(),
  -- Number of registrations in an hour that closes registration for an hour; 0: none.
  wave           integer not null default 300 check (wave between 0 and 10000),
  -- The current hour and its registrations.
  hour           timestamptz,
  registered     integer not null default 0,
  closed_until   timestamptz,
  -- The time an organiser was last active; null: never. After seven days, registration needs an invitation.
  attended_at    timestamptz,
  away_told_at   timestamptz,
  revision       integer not null default 1,
  -- When on, other addresses of a suspended member's mailbox cannot register.
  block_aliases  boolean not null default true
);
insert into joining default values;

-- Invitation links. Only the SHA-256 of the token is stored.
create table invitations (
  id         uuid primary key,
  member_id  uuid not null references members on delete cascade,
  token_hash bytea not null unique,
  note       text,
  max_uses   integer not null check (max_uses between 1 and 100),
  used       integer not null default 0 check (used between 0 and max_uses),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index invitations_member on invitations (member_id, id desc);
create index invitations_expiry on invitations (expires_at);

create table invited_members (
  member_id     uuid primary key references members on delete cascade,
  invitation_id uuid references invitations on delete set null,
  inviter_id    uuid references members on delete set null,
  joined_at     timestamptz not null default now(),
  -- The time the inviter was notified, once, after the newcomer's address was verified.
  notified_at   timestamptz
);
create index invited_members_invitation on invited_members (invitation_id, member_id desc) where invitation_id is not null;
create index invited_members_inviter on invited_members (inviter_id) where inviter_id is not null;

create table applications (
  member_id   uuid primary key references members on delete cascade,
  -- The question when the applicant registered; null: none.
  question    text,
  -- Null: not answered yet. Organisers see only applications whose question is answered.
  answer      text,
  decided_at  timestamptz,
  decider_id  uuid references members on delete set null,
  is_approved boolean,
  reason      text,
  check ((decided_at is null) = (is_approved is null))
);
create index applications_open on applications (member_id) where decided_at is null and (question is null or answer is not null);
create index applications_decided on applications (decided_at) where decided_at is not null;
create index applications_decider on applications (decider_id) where decider_id is not null;

-- Members active on a day of the site's time zone. Kept as long as weekly figures need it.
create table active_days (
  day       date not null,
  member_id uuid not null references members on delete cascade,
  primary key (day, member_id)
);
create index active_days_member on active_days (member_id);

-- Figures of the community, one row for each day and measure. A job writes them, so the health page counts only open reports.
create table daily_tallies (
  measure text collate "C" not null,
  day     date not null,
  value   double precision not null,
  primary key (measure, day)
);


-- ==================== Client API ===================================================================================

-- Apps of the Mastodon client API. Each installation of an app registers itself; one without a token is deleted after a day.
create table client_apps (
  -- Also the `client_id`.
  id            uuid primary key,
  secret_hash   bytea not null,
  name          text not null,
  website       text,
  redirect_uris text[] not null check (cardinality(redirect_uris) > 0),
  -- Mastodon's names.
  scopes        text[] not null,
  created_at    timestamptz not null default now()
);
create index client_apps_created on client_apps (created_at);
alter table api_tokens add foreign key (client_app_id) references client_apps on delete cascade;
create index api_tokens_client_app on api_tokens (client_app_id) where client_app_id is not null;

-- Authorization codes. A used code keeps its token until it is swept, because a second use ends the token. A code ends with the session that
-- allowed the app, so that none outlives a change of the password.
create table client_app_codes (
  code_hash      bytea primary key,
  app_id         uuid not null references client_apps on delete cascade,
  session_id     uuid not null references sessions on delete cascade,
  redirect_uri   text not null,
  scopes         text[] not null,
  -- SHA-256 of the PKCE verifier.
  code_challenge text,
  token_id       uuid references api_tokens on delete cascade,
  expires_at     timestamptz not null
);
create index client_app_codes_app on client_app_codes (app_id);
create index client_app_codes_token on client_app_codes (token_id) where token_id is not null;
create index client_app_codes_session on client_app_codes (session_id);
create index client_app_codes_expiry on client_app_codes (expires_at);

-- Images that apps upload before the post. One that is not posted is deleted after a day.
create table pending_media (
  image_id    uuid primary key references images on delete cascade,
  member_id   uuid not null references members on delete cascade,
  description text not null default '',
  created_at  timestamptz not null default now()
);
create index pending_media_member on pending_media (member_id);
create index pending_media_created on pending_media (created_at);


-- ==================== Operating ====================================================================================

-- Facts about this database; one row at most. The fingerprint is an HMAC keyed with the signing key: it identifies the key and
-- does not reveal it.
create table installation (
  is_only                 boolean primary key default true check (is_only),
  signing_key_fingerprint bytea not null check (octet_length(signing_key_fingerprint) = 32)
);

-- Results of the nightly backup and of the weekly test restore; one row, written by the node that made them.
create table backup_state (
  is_only           boolean primary key default true check (is_only),
  -- Since then, backups must be restored as a test.
  first_succeeded_at timestamptz,
  succeeded_at      timestamptz,
  file              text,
  size_bytes        bigint,
  seconds           integer,
  -- Image files that rows name but that could not be read.
  missing_files     integer,
  failed_at         timestamptz,
  failure           text,
  failures_count    integer not null default 0,
  -- The last successful test restore.
  restored_at       timestamptz,
  restored_file     text,
  restore_seconds   integer,
  restore_failed_at timestamptz,
  restore_failure   text
);
insert into backup_state default values;

-- Newest release of the product, from the signed file at UPDATE_URL; one row.
create table update_state (
  is_only     boolean primary key default true check (is_only),
  version     text,
  -- An older release never replaces a newer one.
  released_at timestamptz,
  notes       text,
  is_security boolean not null default false,
  checked_at  timestamptz,
  -- Why the last check failed.
  failure     text
);
insert into update_state default values;

-- Unexpected errors by hour, for the system page. Holds no message, which could quote a member's text. Kept for a day.
create table error_counts (
  hour    timestamptz not null,
  -- Method and route template, or name of the job.
  place   text collate "C" not null,
  name    text collate "C" not null,
  code    text collate "C" not null,
  count   integer not null,
  last_at timestamptz not null default now(),
  primary key (hour, place, name, code)
);

-- Mails that could not be sent so far, for the system page. Kept for a week.
create table mail_failures (
  mail_id   uuid primary key,
  member_id uuid not null references members on delete cascade,
  kind      text not null,
  -- Shortened address, as in the reason: k…@example.org.
  recipient text not null,
  -- Answer of the mail server or the network.
  reason    text not null,
  tries     integer not null default 1,
  given_up  boolean not null default false,
  failed_at timestamptz not null default now()
);
create index mail_failures_recent on mail_failures (failed_at desc);
create index mail_failures_member on mail_failures (member_id);

-- Members, topics and posts imported from other forums. `id` is derived from their id and time there, so that a repeated import adds nothing twice
-- and brings nothing back that was deleted since.
create table imported_rows (
  id         uuid primary key,
  -- The account of an imported member: a new one, or one that existed with the same verified address. Null after it was erased.
  member_id  uuid references members on delete set null,
  -- When the owner was mailed a link to the new account.
  invited_at timestamptz
);
create index imported_rows_member on imported_rows (member_id) where member_id is not null;

-- Rate limits shared by all nodes. Unlogged, because writes are cheaper and a reset after a crash harms nobody. A key does not reveal its member.
create unlogged table rate_limits (
  key     text collate "C" primary key,
  count   integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);
create index rate_limits_ends on rate_limits (ends_at);

-- One running export for each member, on any node. Unlogged, because a crash ends exports anyway. The node that writes an export renews its lease;
-- the lease of a dead node expires.
create unlogged table export_leases (
  member_id uuid primary key references members on delete cascade,
  holder    uuid not null,
  ends_at   timestamptz not null
);
