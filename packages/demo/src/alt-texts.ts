/** Alternative texts by file name: username and number of the work, or `avatar`. */
export const altTexts: Readonly<Record<string, string>> = {
  'abena.owusu-1': 'Seen from above, 27 dancers turn in two circles on bare ground, their skirts open like flowers.',
  'abena.owusu-2': '2 dancers against a plain wall, arms raised, pleated skirts flaring, each with a soft shadow behind.',
  'abena.owusu-3': 'A night stage: 5 musicians as silhouettes in crossing beams of coloured light, the crowd dark in front.',
  'abena.owusu-avatar':
    'A head in profile against a plain ground, wearing a cloth wound round the head and knotted, with a coloured collar and beads.',
  'adeyemi.ola-1':
    'Indigo adire cloth of 24 squares in resist white, each with a motif: suns, coils, combs. Dotted lines run between them.',
  'adeyemi.ola-2':
    'Indigo cloth tied with raffia before dyeing: rows of white sunbursts, ring within ring, their edges bleeding into the blue.',
  'adeyemi.ola-3a':
    'Indigo adire cloth of 15 squares in resist white, each with a motif: suns, rings of dots, ladders. Dotted lines run between them.',
  'adeyemi.ola-3b':
    'Indigo adire cloth of 35 squares in resist white, each with a motif: waves, coils, four leaves. Dotted lines run between them.',
  'adeyemi.ola-3c':
    'Indigo adire cloth of 40 squares in resist white, each with a motif: combs, four leaves, ladders. Dotted lines run between them.',
  'adeyemi.ola-4': 'A market from above: about 40 striped umbrellas crowd the red ground, people with baskets passing between them.',
  'adeyemi.ola-5a':
    'Indigo adire cloth of 24 squares in resist white, each with a motif: coils, feathers, combs. Dotted lines run between them.',
  'adeyemi.ola-5b':
    'Indigo adire cloth of 20 squares in resist white, each with a motif: suns, feathers, ladders. Dotted lines run between them.',
  'adeyemi.ola-5c':
    'Indigo adire cloth of 12 squares in resist white, each with a motif: combs, diamonds, waves. Dotted lines run between them.',
  'adeyemi.ola-6a':
    'A head in profile against a plain ground, wearing a tall gele folded in many pleats, with a coloured collar and beads.',
  'adeyemi.ola-6b':
    'A head in profile against a plain ground, wearing a tall gele folded in many pleats, with a coloured collar and beads.',
  'adeyemi.ola-7': 'Aso-oke: 17 narrow strips of fine stripes sewn edge to edge, hanging in soft folds.',
  'adeyemi.ola-8a':
    'Indigo adire cloth of 16 squares in resist white, each with a motif: diamonds, suns, combs. Dotted lines run between them.',
  'adeyemi.ola-8b':
    'Indigo adire cloth of 35 squares in resist white, each with a motif: waves, four leaves, diamonds. Dotted lines run between them.',
  'adeyemi.ola-avatar':
    'A head in profile against a plain ground, wearing a tall gele folded in many pleats, with a white collar and beads.',
  'aisha_danladi-1':
    'A courtyard of earth walls, one side in sun and one in shadow, an arched doorway and a person whose shadow lies long on the swept floor.',
  'aisha_danladi-2':
    'A gallery of 6 arches in a plastered wall; bars of sun and shadow cross the floor, and one person walks through them.',
  'aisha_danladi-3':
    'Flights of outdoor stairs turning back on one another, sun on every tread and shadow on every riser, people climbing.',
  'aisha_danladi-4':
    'A courtyard of earth walls, one side in sun and one in shadow, an arched doorway and a person whose shadow lies long on the swept floor.',
  'aisha_danladi-5a':
    'An earthen mosque with its towers bristling with 60 wooden beams, each with its slanting shadow, above a crenellated wall.',
  'aisha_danladi-5b': 'An earthen mosque tower bristling with 30 wooden beams, each with its slanting shadow, above a crenellated wall.',
  'aisha_danladi-6': '6 ridges one behind another in harmattan haze, a herd of cattle and its herder along the nearest.',
  'aisha_danladi-avatar':
    'A courtyard of earth walls, one side in sun and one in shadow, an arched doorway and two people whose shadow lies long on the swept floor.',
  'arjun.rathore-1':
    'Indigo adire cloth of 25 squares in resist white, each with a motif: rings of dots, waves, diamonds. Dotted lines run between them.',
  'arjun.rathore-2':
    'Indigo adire cloth of 25 squares in resist white, each with a motif: feathers, ladders, coils. Dotted lines run between them.',
  'arjun.rathore-3':
    'A courtyard of earth walls, one side in sun and one in shadow, an arched doorway and a person whose shadow lies long on the swept floor.',
  'arjun.rathore-4':
    'Flights of outdoor stairs turning back on one another, sun on every tread and shadow on every riser, people climbing.',
  'arjun.rathore-avatar':
    'Indigo adire cloth of 25 squares in resist white, each with a motif: diamonds, feathers, waves. Dotted lines run between them.',
  'awa.ndiaye-1':
    'A head in profile against a plain ground, wearing a cloth wound round the head and knotted, with a white collar and beads.',
  'awa.ndiaye-2': 'Open water at noon: canoes with their paddlers standing, a low city along the horizon.',
  'awa.ndiaye-3': '4 ridges one behind another at sunset, a baobab along the nearest.',
  'awa.ndiaye-4': 'A head in profile against a plain ground, wearing a veil that falls to the shoulder, with a coloured collar and beads.',
  'awa.ndiaye-5':
    'A painted house wall around a dark doorway: bold mirrored shapes, steps, chevrons and diamonds in red, black and white earths.',
  'awa.ndiaye-avatar':
    'A head in profile against a plain ground, wearing a veil that falls to the shoulder, with a coloured collar and beads.',
  'bjorn.hakansson-1': '5 ridges one behind another in mist, dark pines along the nearest.',
  'bjorn.hakansson-2': '8 drums of different waists standing side by side, their skins laced with rope, painted teeth around each foot.',
  'bjorn.hakansson-3': '4 full shelves of worn books, a slant of late sun across their spines.',
  'bjorn.hakansson-4': '6 ridges one behind another under northern lights, dark pines along the nearest.',
  'bjorn.hakansson-avatar': '5 ridges one behind another in mist, dark pines along the nearest.',
  'caua.ribeiro-1':
    'A hillside of dark houses with lit windows, row above row up to the sky at night; some 180 roofs and washing between them.',
  'caua.ribeiro-2':
    'An open-air cinema at night: a bright screen with one figure in a landscape, rows of heads dark against it, stars above.',
  'caua.ribeiro-3': '3 full shelves of worn books, a slant of late sun across their spines.',
  'caua.ribeiro-4': '2 dancers against a plain wall, arms raised, pleated skirts flaring, each with a soft shadow behind.',
  'caua.ribeiro-avatar':
    'A hillside of dark houses with lit windows, row above row up to the sky at night; some 140 roofs and washing between them.',
  'chidi.nwosu-1': '3 full shelves of worn books, a slant of late sun across their spines.',
  'chidi.nwosu-2': '3 full shelves of worn books, a slant of late sun across their spines.',
  'chidi.nwosu-3': 'Open water at sunset: canoes with their paddlers standing, a low city along the horizon.',
  'chidi.nwosu-4':
    'An open-air cinema at night: a bright screen with one figure in a landscape, rows of heads dark against it, stars above.',
  'dandara.santos-1a': '4 drums of different waists standing side by side, their skins laced with rope, painted teeth around each foot.',
  'dandara.santos-1b': '6 drums of different waists standing side by side, their skins laced with rope, painted teeth around each foot.',
  'dandara.santos-2a': 'A hillside of painted houses, row above row up to the sky; some 160 roofs and washing between them.',
  'dandara.santos-2b': 'A hillside of painted houses, row above row up to the sky; some 200 roofs and washing between them.',
  'dandara.santos-3a': 'Seen from above, 27 dancers turn in two circles on bare ground, their skirts open like flowers.',
  'dandara.santos-3b': 'Seen from above, 24 dancers turn in two circles on bare ground, their skirts open like flowers.',
  'dandara.santos-3c': 'Seen from above, 27 dancers turn in two circles on bare ground, their skirts open like flowers.',
  'dandara.santos-4a': 'Paper lanterns on strings over a street at night, warm light falling on a walking crowd.',
  'dandara.santos-4b': 'Paper lanterns on strings over a street at night, warm light falling on a walking crowd.',
  'dandara.santos-4c': 'Paper lanterns on strings over a street at night, warm light falling on a walking crowd.',
  'dandara.santos-5': 'A table from above: a large bowl of a deep red stew among 2 smaller dishes on a checked cloth.',
  'dandara.santos-avatar':
    'A head in profile against a plain ground, wearing hair threaded and gathered high, with a coloured collar and beads.',
  'effiong.ndarake-1': 'Open water at night under a full moon: canoes with their paddlers standing, a low city along the horizon.',
  'effiong.ndarake-2': 'Open water in the rains: canoes with their paddlers standing, a low city along the horizon.',
  'effiong.ndarake-3': 'Open water at sunset: canoes with their paddlers standing, a low city along the horizon.',
  'effiong.ndarake-4': 'One carved wooden mask, half in light: narrowed eyes, a long nose, rows of cut marks on brow and cheeks.',
  'effiong.ndarake-5': 'Open water at first light: canoes with their paddlers standing, a low city along the horizon.',
  'effiong.ndarake-avatar': 'Open water at night under a full moon: canoes with their paddlers standing, a low city along the horizon.',
  'efua.mensah-1': 'Open water at first light: canoes with their paddlers standing, a low city along the horizon.',
  'efua.mensah-2': 'A hillside of painted houses, row above row up to the sky; some 120 roofs and washing between them.',
  'efua.mensah-3': 'A market from above: about 70 striped umbrellas crowd the red ground, people with baskets passing between them.',
  'efua.mensah-4':
    'Rusted roofs from a hill, hundreds of sheets of zinc in browns, reds and greys, each turned a little from its neighbour.',
  'efua.mensah-5': 'A table from above: a large bowl of red rice with peppers and leaves among 3 smaller dishes on a checked cloth.',
  'efua.mensah-6': 'A market from above: about 40 striped umbrellas crowd the red ground, people with baskets passing between them.',
  'ekaette.udo-1': 'A table from above: a large bowl of a deep red stew among 5 smaller dishes on a checked cloth.',
  'ekaette.udo-2': 'A table from above: a large bowl of a deep red stew among 3 smaller dishes on a checked cloth.',
  'ekaette.udo-3': 'A table from above: a large bowl of red rice with peppers and leaves among 2 smaller dishes on a checked cloth.',
  'ekaette.udo-4': 'A table from above: a large bowl of cut fruit among 5 smaller dishes on a checked cloth.',
  'ekaette.udo-5': '6 pots on 2 shelves, each of a different neck and belly, lit from the left so that their shadows lean on the wall.',
  'fatimata.bello-1': '9 calabashes in a row against a plain wall, their yellow skins carved with bands of triangles, dots and hatching.',
  'fatimata.bello-2': '7 calabashes in a row against a plain wall, their yellow skins carved with bands of triangles, dots and hatching.',
  'fatimata.bello-3': '4 ridges one behind another in harmattan haze, flat-topped acacias along the nearest.',
  'fatimata.bello-4': '5 ridges one behind another at sunset, a herd of cattle and its herder along the nearest.',
  'fatimata.bello-5':
    'A head in profile against a plain ground, wearing hair threaded and gathered high, with a coloured collar and beads.',
  'fatimata.bello-avatar':
    'A head in profile against a plain ground, wearing hair threaded and gathered high, with a coloured collar and beads.',
  'han.jiwoo-1': 'Scraps of thin cloth pieced into one large panel with felled seams, daylight showing through them.',
  'han.jiwoo-2': 'Scraps of thin cloth pieced into one large panel with felled seams, daylight showing through them.',
  'han.jiwoo-3': '7 pots on 2 shelves, each of a different neck and belly, lit from the left so that their shadows lean on the wall.',
  'han.jiwoo-4': 'Scraps of thin cloth pieced into one large panel with felled seams, daylight showing through them.',
  'han.jiwoo-avatar': 'Scraps of thin cloth pieced into one large panel with felled seams, daylight showing through them.',
  'hauwa.kofarmata-1':
    'Indigo cloth tied with raffia before dyeing: rows of white sunbursts, ring within ring, their edges bleeding into the blue.',
  'hauwa.kofarmata-2':
    'Indigo adire cloth of 12 squares in resist white, each with a motif: coils, suns, rings of dots. Dotted lines run between them.',
  'hauwa.kofarmata-3': 'A table from above: a large bowl of red rice with peppers and leaves among 5 smaller dishes on a checked cloth.',
  'hauwa.kofarmata-4':
    'Indigo adire cloth of 12 squares in resist white, each with a motif: rings of dots, combs, diamonds. Dotted lines run between them.',
  'hauwa.kofarmata-5':
    'A courtyard of earth walls, one side in sun and one in shadow, an arched doorway and two people whose shadow lies long on the swept floor.',
  'hauwa.kofarmata-avatar':
    'A head in profile against a plain ground, wearing a cloth wound round the head and knotted, with a coloured collar and beads.',
  'immaculee.u-1':
    'A painted house wall around a dark doorway: bold mirrored shapes, steps, chevrons and diamonds in red, black and white earths.',
  'immaculee.u-2': 'One wide coiled basket from above, its stitched pattern turning outward from the centre.',
  'immaculee.u-3': '3 dancers against a plain wall, arms raised, raffia skirts and anklets shaking, each with a soft shadow behind.',
  'immaculee.u-4': '8 coiled baskets laid out on the ground, each with a different turning pattern of steps, rays and rings.',
  'immaculee.u-5': '5 ridges one behind another in mist, flat-topped acacias along the nearest.',
  'ines.carvalho-1': 'A wall of glazed tiles: eight-pointed stars joined by crosses, 5 across, a band of sunlight falling over them.',
  'ines.carvalho-2': 'A hillside of painted houses, row above row up to the sky; some 200 roofs and washing between them.',
  'ines.carvalho-3': 'Paper lanterns on strings over a street at night, warm light falling on a walking crowd.',
  'ines.carvalho-avatar': 'A wall of glazed tiles: eight-pointed stars joined by crosses, 6 across, a band of sunlight falling over them.',
  'issa_coulibaly-1a':
    'Mud-dyed cotton in bands: pale signs left in dark mud, zigzags, crosses, dots and open diamonds, sewn from narrow strips.',
  'issa_coulibaly-1b':
    'Mud-dyed cotton in bands: pale signs left in dark mud, zigzags, crosses, dots and open diamonds, sewn from narrow strips.',
  'issa_coulibaly-2':
    'Mud-dyed cotton in bands: dark signs on undyed cloth, zigzags, crosses, dots and open diamonds, sewn from narrow strips.',
  'issa_coulibaly-3':
    'Mud-dyed cotton in bands: pale signs left in dark mud, zigzags, crosses, dots and open diamonds, sewn from narrow strips.',
  'issa_coulibaly-4a':
    'Mud-dyed cotton in bands: pale signs left in dark mud, zigzags, crosses, dots and open diamonds, sewn from narrow strips.',
  'issa_coulibaly-4b':
    'Mud-dyed cotton in bands: pale signs left in dark mud, zigzags, crosses, dots and open diamonds, sewn from narrow strips.',
  'issa_coulibaly-4c':
    'Mud-dyed cotton in bands: pale signs left in dark mud, zigzags, crosses, dots and open diamonds, sewn from narrow strips.',
  'issa_coulibaly-5': 'An earthen mosque tower bristling with 30 wooden beams, each with its slanting shadow, above a crenellated wall.',
  'issa_coulibaly-6':
    'Mud-dyed cotton in bands: dark signs on undyed cloth, zigzags, crosses, dots and open diamonds, sewn from narrow strips.',
  'issa_coulibaly-avatar':
    'Mud-dyed cotton in bands: pale signs left in dark mud, zigzags, crosses, dots and open diamonds, sewn from narrow strips.',
  'joao.tembe-1': 'Open water at sunset: canoes with their paddlers standing, a low city along the horizon.',
  'joao.tembe-2':
    'Rusted roofs from a hill, hundreds of sheets of zinc in browns, reds and greys, each turned a little from its neighbour.',
  'joao.tembe-3': 'A market from above: about 60 striped umbrellas crowd the red ground, people with baskets passing between them.',
  'joao.tembe-4': 'A night stage: 7 musicians as silhouettes in crossing beams of coloured light, the crowd dark in front.',
  'junior.baptiste-1': '6 carved masks hung on a painted wall, each with its own brow, crest and cut marks.',
  'junior.baptiste-2': 'One carved wooden mask, half in light: narrowed eyes, a long nose, rows of cut marks on brow and cheeks.',
  'junior.baptiste-3': 'A hillside of painted houses, row above row up to the sky; some 150 roofs and washing between them.',
  'junior.baptiste-4': 'Open water at night under a full moon: canoes with their paddlers standing, a low city along the horizon.',
  'kwame.asante-1a': 'Strip-woven cloth in 7 bands of stepped diamonds, checks, ladders and stripes, their blocks set against each other.',
  'kwame.asante-1b': 'Strip-woven cloth in 8 bands of stepped diamonds, checks, ladders and stripes, their blocks set against each other.',
  'kwame.asante-1c': 'Strip-woven cloth in 8 bands of stepped diamonds, checks, ladders and stripes, their blocks set against each other.',
  'kwame.asante-2': 'Strip-woven cloth in 9 bands of stepped diamonds, checks, ladders and stripes, their blocks set against each other.',
  'kwame.asante-3': 'Strip-woven cloth in 9 bands of stepped diamonds, checks, ladders and stripes, their blocks set against each other.',
  'kwame.asante-4': 'Strip-woven cloth in 11 bands of stepped diamonds, checks, ladders and stripes, their blocks set against each other.',
  'kwame.asante-5': '5 drums of different waists standing side by side, their skins laced with rope, painted teeth around each foot.',
  'kwame.asante-avatar': 'A head in profile against a plain ground, wearing a soft embroidered cap, with a coloured collar and beads.',
  'layla.mansour-1a':
    'A gallery of 6 arches in a plastered wall; bars of sun and shadow cross the floor, and one person walks through them.',
  'layla.mansour-1b':
    'A gallery of 6 arches in a plastered wall; bars of sun and shadow cross the floor, and one person walks through them.',
  'layla.mansour-2a': 'A wall of glazed tiles: eight-pointed stars joined by crosses, 6 across, a band of sunlight falling over them.',
  'layla.mansour-2b': 'A wall of glazed tiles: eight-pointed stars joined by crosses, 5 across, a band of sunlight falling over them.',
  'layla.mansour-2c': 'A wall of glazed tiles: eight-pointed stars joined by crosses, 6 across, a band of sunlight falling over them.',
  'layla.mansour-3': 'Paper lanterns on strings over a street at night, warm light falling on a walking crowd.',
  'layla.mansour-4a': '3 full shelves of worn books, a slant of late sun across their spines.',
  'layla.mansour-4b': '3 full shelves of worn books, a slant of late sun across their spines.',
  'layla.mansour-4c': '3 full shelves of worn books, a slant of late sun across their spines.',
  'layla.mansour-5':
    'A head in profile against a plain ground, wearing a veil that falls to the shoulder, with a coloured collar and beads.',
  'layla.mansour-avatar':
    'A head in profile against a plain ground, wearing a veil that falls to the shoulder, with a coloured collar and beads.',
  'lerato.mahlangu-1': 'A painted house wall: bold mirrored shapes, steps, chevrons and diamonds in bright colours outlined in black.',
  'lerato.mahlangu-2': 'A painted house wall: bold mirrored shapes, steps, chevrons and diamonds in bright colours outlined in black.',
  'lerato.mahlangu-3':
    'A painted house wall around a dark doorway: bold mirrored shapes, steps, chevrons and diamonds in bright colours outlined in black.',
  'lerato.mahlangu-4': 'A flat collar of glass beads in 10 rings of changing colours.',
  'lerato.mahlangu-avatar': 'A painted house wall: bold mirrored shapes, steps, chevrons and diamonds in bright colours outlined in black.',
  'mariam.ouedraogo-1':
    'A painted house wall around a dark doorway: bold mirrored shapes, steps, chevrons and diamonds in red, black and white earths.',
  'mariam.ouedraogo-2':
    'A painted house wall around a dark doorway: bold mirrored shapes, steps, chevrons and diamonds in red, black and white earths.',
  'mariam.ouedraogo-3':
    'An open-air cinema at night: a bright screen with one figure in a landscape, rows of heads dark against it, stars above.',
  'mariam.ouedraogo-4':
    'A courtyard of earth walls, one side in sun and one in shadow, an arched doorway and two people whose shadow lies long on the swept floor.',
  'marisol.cassiani-1':
    'A head in profile against a plain ground, wearing a cloth wound round the head and knotted, with a white collar and beads.',
  'marisol.cassiani-2': 'A table from above: a large bowl of cut fruit among 4 smaller dishes on a checked cloth.',
  'marisol.cassiani-3': 'A night stage: 5 musicians as silhouettes in crossing beams of coloured light, the crowd dark in front.',
  'marisol.cassiani-4': '4 drums of different waists standing side by side, their skins laced with rope, painted teeth around each foot.',
  'meera.krishnan-1': '3 dancers against a plain wall, arms raised, pleated skirts flaring, each with a soft shadow behind.',
  'meera.krishnan-2': 'Paper lanterns on strings over a street at night, warm light falling on a walking crowd.',
  'meera.krishnan-3': 'A table from above: a large bowl of cut fruit among 3 smaller dishes on a checked cloth.',
  'meera.krishnan-4': 'Scraps of thin cloth pieced into one large panel with felled seams, daylight showing through them.',
  'nkem.okonkwo-1': 'Uli painting on chalk: bows one inside another in flowing lines, with dots and small signs between.',
  'nkem.okonkwo-2a':
    'Uli painting on a red earth wall: a vine with curled leaves, a python crossing, bows one inside another in flowing lines, with dots and small signs between.',
  'nkem.okonkwo-2b':
    'Uli painting on a red earth wall: a vine with curled leaves, bows one inside another, a kola head of four lobes in flowing lines, with dots and small signs between.',
  'nkem.okonkwo-2c':
    'Uli painting on a red earth wall: a vine with curled leaves, bows one inside another, a kola head of four lobes in flowing lines, with dots and small signs between.',
  'nkem.okonkwo-3': 'Uli painting on an ochre wall: a kola head of four lobes in flowing lines, with dots and small signs between.',
  'nkem.okonkwo-4':
    'Uli painting on a dark ground: bows one inside another, a python crossing, a kola head of four lobes in flowing lines, with dots and small signs between.',
  'nkem.okonkwo-5':
    'Uli painting on chalk: a vine with curled leaves, a python crossing, bows one inside another in flowing lines, with dots and small signs between.',
  'nkem.okonkwo-6':
    'Uli painting on a red earth wall: bows one inside another, a vine with curled leaves, a great coil in flowing lines, with dots and small signs between.',
  'nkem.okonkwo-avatar':
    'A head in profile against a plain ground, wearing hair threaded and gathered high, with a coloured collar and beads.',
  'nomvula.dlamini-1': 'One wide coiled basket from above, its stitched pattern turning outward from the centre.',
  'nomvula.dlamini-2': '13 coiled baskets laid out on the ground, each with a different turning pattern of steps, rays and rings.',
  'nomvula.dlamini-3': 'One wide coiled basket from above, its stitched pattern turning outward from the centre.',
  'nomvula.dlamini-4': '14 coiled baskets laid out on the ground, each with a different turning pattern of steps, rays and rings.',
  'nomvula.dlamini-5': 'A flat collar of glass beads in 13 rings of changing colours.',
  'nomvula.dlamini-avatar':
    'A head in profile against a plain ground, wearing hair threaded and gathered high, with a coloured collar and beads.',
  'omar.alharthy-1': 'Open water at noon: dhows under slanting sails.',
  'omar.alharthy-2':
    'An earthen mosque with its towers bristling with 60 wooden beams, each with its slanting shadow, above a crenellated wall.',
  'omar.alharthy-3': 'Open water at first light: dhows under slanting sails.',
  'omar.alharthy-4':
    'A gallery of 6 arches in a plastered wall; bars of sun and shadow cross the floor, and one person walks through them.',
  'omar.alharthy-avatar': 'Open water at noon: dhows under slanting sails.',
  'osaro.igbinedion-1': 'One carved wooden mask, half in light: narrowed eyes, a long nose, rows of cut marks on brow and cheeks.',
  'osaro.igbinedion-2':
    '6 pots on 2 shelves, each of a different neck and belly, lit from the left so that their shadows lean on the wall.',
  'osaro.igbinedion-3': '6 carved masks hung on a painted wall, each with its own brow, crest and cut marks.',
  'osaro.igbinedion-4':
    'A courtyard of earth walls, one side in sun and one in shadow, an arched doorway and two people whose shadow lies long on the swept floor.',
  'osaro.igbinedion-5': '27 clay pots from above, their mouths dark, incised rings running round each burnished shoulder.',
  'sade.bankole-1':
    'A head in profile against a plain ground, wearing a tall gele folded in many pleats, with a coloured collar and beads.',
  'sade.bankole-2':
    'A head in profile against a plain ground, wearing a tall gele folded in many pleats, with a coloured collar and beads.',
  'sade.bankole-3':
    'A head in profile against a plain ground, wearing a cloth wound round the head and knotted, with a coloured collar and beads.',
  'sade.bankole-4a': 'A head in profile against a plain ground, wearing a soft embroidered cap, with a coloured collar and beads.',
  'sade.bankole-4b': 'A head in profile against a plain ground, wearing a soft embroidered cap, with a coloured collar and beads.',
  'sade.bankole-4c': 'A head in profile against a plain ground, wearing a soft embroidered cap, with a white collar and beads.',
  'sade.bankole-5a':
    'A head in profile against a plain ground, wearing a tall gele folded in many pleats, with a coloured collar and beads.',
  'sade.bankole-5b':
    'A head in profile against a plain ground, wearing a tall gele folded in many pleats, with a coloured collar and beads.',
  'sade.bankole-6': 'A flat collar of glass beads in 9 rings of changing colours.',
  'sade.bankole-avatar':
    'A head in profile against a plain ground, wearing a tall gele folded in many pleats, with a coloured collar and beads.',
  'salma.mwinyi-1': 'Open water at noon: dhows under slanting sails.',
  'salma.mwinyi-2': 'Open water at sunset: dhows under slanting sails.',
  'salma.mwinyi-3': 'Open water at first light: dhows under slanting sails.',
  'salma.mwinyi-4': 'A wall of glazed tiles: eight-pointed stars joined by crosses, 5 across, a band of sunlight falling over them.',
  'salma.mwinyi-5': 'Flights of outdoor stairs turning back on one another, sun on every tread and shadow on every riser, people climbing.',
  'salma.mwinyi-avatar':
    'A head in profile against a plain ground, wearing a veil that falls to the shoulder, with a coloured collar and beads.',
  'sekou.conte-1': '5 drums of different waists standing side by side, their skins laced with rope, painted teeth around each foot.',
  'sekou.conte-2': '8 drums of different waists standing side by side, their skins laced with rope, painted teeth around each foot.',
  'sekou.conte-3': '3 dancers against a plain wall, arms raised, raffia skirts and anklets shaking, each with a soft shadow behind.',
  'sekou.conte-4': '3 drums of different waists standing side by side, their skins laced with rope, painted teeth around each foot.',
  'selamawit.t-1':
    'A table from above: a large bowl of a wide flatbread set with small heaps of stews among 3 smaller dishes on a checked cloth.',
  'selamawit.t-2':
    'A table from above: a large bowl of a wide flatbread set with small heaps of stews among 5 smaller dishes on a checked cloth.',
  'selamawit.t-3': 'A table from above: a large bowl of a deep red stew among 1 smaller dishes on a checked cloth.',
  'selamawit.t-4': '12 coiled baskets laid out on the ground, each with a different turning pattern of steps, rays and rings.',
  'selamawit.t-avatar':
    'A head in profile against a plain ground, wearing a veil that falls to the shoulder, with a coloured collar and beads.',
  'solveig.aas-1': '6 ridges one behind another under northern lights, dark pines along the nearest.',
  'solveig.aas-2': '5 ridges one behind another under northern lights, dark pines along the nearest.',
  'solveig.aas-3': 'Scraps of thin cloth pieced into one large panel with felled seams, daylight showing through them.',
  'solveig.aas-4': '5 ridges one behind another in mist, dark pines along the nearest.',
  'solveig.aas-avatar': '6 ridges one behind another under northern lights, dark pines along the nearest.',
  'tendai.moyo-1': 'One carved wooden mask, half in light: narrowed eyes, a long nose, rows of cut marks on brow and cheeks.',
  'tendai.moyo-2': '6 ridges one behind another at sunset, a baobab along the nearest.',
  'tendai.moyo-3': '7 pots on 2 shelves, each of a different neck and belly, lit from the left so that their shadows lean on the wall.',
  'tendai.moyo-4': '3 full shelves of worn books, a slant of late sun across their spines.',
  'tene.dogbe-1': '23 clay pots from above, their mouths dark, incised rings running round each burnished shoulder.',
  'tene.dogbe-2': '10 pots on 3 shelves, each of a different neck and belly, lit from the left so that their shadows lean on the wall.',
  'tene.dogbe-3': '20 clay pots from above, their mouths dark, incised rings running round each burnished shoulder.',
  'tene.dogbe-4': '11 coiled baskets laid out on the ground, each with a different turning pattern of steps, rays and rings.',
  'tene.dogbe-avatar': '19 clay pots from above, their mouths dark, incised rings running round each burnished shoulder.',
  'terver.akaa-1': '3 dancers against a plain wall, arms raised, pleated skirts flaring, each with a soft shadow behind.',
  'terver.akaa-2': '6 carved masks hung on a painted wall, each with its own brow, crest and cut marks.',
  'terver.akaa-3': '4 dancers against a plain wall, arms raised, pleated skirts flaring, each with a soft shadow behind.',
  'terver.akaa-4': 'Paper lanterns on strings over a street at night, warm light falling on a walking crowd.',
  'thabo.mokoena-1': '6 ridges one behind another in the morning, flat-topped acacias along the nearest.',
  'thabo.mokoena-2': 'A night stage: 5 musicians as silhouettes in crossing beams of coloured light, the crowd dark in front.',
  'thabo.mokoena-3': '5 ridges one behind another in mist, dark pines along the nearest.',
  'thabo.mokoena-4': '4 ridges one behind another in the morning, a herd of cattle and its herder along the nearest.',
  'tinhinane.a-1': '6 pots on 2 shelves, each of a different neck and belly, lit from the left so that their shadows lean on the wall.',
  'tinhinane.a-2': '20 clay pots from above, their mouths dark, incised rings running round each burnished shoulder.',
  'tinhinane.a-3': '4 ridges one behind another in the morning, dark pines along the nearest.',
  'tinhinane.a-avatar':
    'A head in profile against a plain ground, wearing a cloth wound round the head and knotted, with a coloured collar and beads.',
  'wanjiru.kamau-1': '4 ridges one behind another at sunset, flat-topped acacias along the nearest.',
  'wanjiru.kamau-2':
    'An open-air cinema at night: a bright screen with one figure in a landscape, rows of heads dark against it, stars above.',
  'wanjiru.kamau-3':
    'An open-air cinema at night: a bright screen with one figure in a landscape, rows of heads dark against it, stars above.',
  'wanjiru.kamau-4': '6 ridges one behind another in the morning, flat-topped acacias along the nearest.',
  'wanjiru.kamau-5': 'Strings of large glass beads laid in arcs, one colour answering another.',
  'yonas.haile-1':
    'A courtyard of earth walls, one side in sun and one in shadow, an arched doorway and a person whose shadow lies long on the swept floor.',
  'yonas.haile-2': '5 ridges one behind another in the morning, flat-topped acacias along the nearest.',
  'yonas.haile-3': 'Flights of outdoor stairs turning back on one another, sun on every tread and shadow on every riser, people climbing.',
  'yonas.haile-avatar':
    'A courtyard of earth walls, one side in sun and one in shadow, an arched doorway and a person whose shadow lies long on the swept floor.',
  'youssef.elidrissi-1': 'A wall of glazed tiles: eight-pointed stars joined by crosses, 4 across, a band of sunlight falling over them.',
  'youssef.elidrissi-2': 'A wall of glazed tiles: eight-pointed stars joined by crosses, 6 across, a band of sunlight falling over them.',
  'youssef.elidrissi-3': 'A hillside of painted houses, row above row up to the sky; some 120 roofs and washing between them.',
  'youssef.elidrissi-4':
    'A table from above: a large bowl of a wide flatbread set with small heaps of stews among 5 smaller dishes on a checked cloth.',
  'youssef.elidrissi-5': 'Flights of outdoor stairs turning back on one another, sun on every tread and shadow on every riser.',
  'youssef.elidrissi-avatar':
    'A wall of glazed tiles: eight-pointed stars joined by crosses, 4 across, a band of sunlight falling over them.',
  'zhang.meilin-1': '6 ridges one behind another in mist, dark pines along the nearest.',
  'zhang.meilin-2': '5 ridges one behind another in mist, flat-topped acacias along the nearest.',
  'zhang.meilin-3': '5 ridges one behind another in mist, dark pines along the nearest.',
  'zhang.meilin-4': 'Paper lanterns on strings over a street at night, warm light falling on a walking crowd.',
  'zhang.meilin-avatar': '6 ridges one behind another in mist, dark pines along the nearest.',
};
