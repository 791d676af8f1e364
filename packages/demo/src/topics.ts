import type { WrittenTopic } from './plan-forum.ts';

export const craft: readonly WrittenTopic[] = [
  {
    title: 'My vat has gone grey and smells of nothing. Can it be saved?',
    category: 'craft-and-technique',
    daysAgo: 33,
    lasts: 9,
    photo: 'The tired vat',
    solvedBy: 5,
    posts: [
      {
        by: 'adeyemi.ola',
        liked: 0.2,
        text: `Day twelve. Natural indigo, ash lye, fed with a little bran on Sundays. Until Thursday it had a copper skin and smelled as it should, which is to say that the neighbours complained.

Now it is **grey, flat, and smells of nothing at all**. Cloth comes out the colour of a school shirt.

![A pale blue from the vat’s ninth day](photo:The tired vat)

I have not poured it away. My mother says pour it away. Is there anything between hope and my mother?`,
      },
      {
        by: 'arjun.rathore',
        text: 'How cold were the nights? Ours does this below 18°. It is not dead, it is sulking. Cover it and wait two days before anything else.',
      },
      {
        by: 'adeyemi.ola',
        answers: 2,
        text: 'It rained for three days, so yes, cold for us. But it has been warm again since Friday and it still sulks.',
      },
      {
        by: 'issa_coulibaly',
        text: 'Taste. One drop on the tongue. If it bites, there is ash enough. If it is like soup, that is your answer.',
        liked: 0.25,
      },
      {
        by: 'hauwa.kofarmata',
        answers: 3,
        liked: 0.6,
        text: `Rain came in. You have more water than you know, and the ash is asleep at the bottom. What we do, in this order, and *only* in this order:

1. Stir from the floor upwards, slowly. You should feel mud. If there is no mud, stop here and listen to your mother.
2. Take out three calabashes of the clear water from the top. Throw it on the tomatoes.
3. Put back two of fresh lye, strong enough to hold up an egg.
4. One handful of dates or old honey. Not bran: bran is for a vat that is well.
5. Cover. **Do not look for two nights.** People kill more vats by looking than by anything.

If on the third morning there is one blue eye on the surface, feed it and keep it.`,
      },
      {
        by: 'adeyemi.ola',
        answers: 5,
        text: 'There was mud. I have thrown the water on the tomatoes. I am not looking. I am standing with my back to it, telling you that I am not looking.',
        liked: 0.5,
      },
      {
        by: 'adeyemi.ola',
        text: `Third morning. **There is an eye.** There are several. My mother came out, looked for a long time, and said “hm”, which I have waited thirty years to hear.

@hauwa.kofarmata, ẹ ṣé gan-an. The first cloth from it is yours.`,
        liked: 0.65,
      },
      {
        by: 'hauwa.kofarmata',
        answers: 7,
        text: 'To your mother, not to me: she kept you from pouring it away by telling you to.',
        liked: 0.5,
      },
    ],
  },
  {
    title: 'Photographing things that shine: bronze, glass, beads',
    category: 'craft-and-technique',
    daysAgo: 40,
    lasts: 30,
    photo: 'Nine heads for the street',
    posts: [
      {
        by: 'osaro.igbinedion',
        text: `Whenever I photograph a head, the picture is of *me*, small and worried, in the forehead. I have a telephone, one window to the north, and a brother who can stand still.

How do you do it?`,
        liked: 0.3,
      },
      {
        by: 'effiong.ndarake',
        text: `Do not light the bronze. Light something big and pale, and let the bronze look at that. A bedsheet over the window, the head with its back to you by a third, and you in a dark shirt.

Then the line of light tells where the cheek turns, and you are nowhere.`,
        before:
          'Do not light the bronze. Light something big and pale, and let the bronze look at that. A bedsheet will do, and you in a dark shirt.',
        liked: 0.45,
      },
      {
        by: 'ines.carvalho',
        text: 'For glaze I add one thing: a strip of black card just outside the picture, on the dark side. The edge comes out as if drawn.',
        liked: 0.3,
      },
      {
        by: 'osaro.igbinedion',
        answers: 2,
        text: 'My brother is holding the sheet and says that he is an artist now. The forehead is empty!',
      },
      {
        by: 'sade.bankole',
        text: 'Coral beads: breathe on them, count to four, then take it. The shine goes for a moment, and the colour stays.',
        liked: 0.4,
      },
      { by: 'awa.ndiaye', answers: 5, text: 'It works on glass painting too. I have fogged up my whole career this afternoon.' },
      { by: 'omar.alharthy', text: 'And early. Before eight there is no such thing as a reflection, only the sky being polite.' },
    ],
  },
  {
    title: 'Drums that go slack before the second song',
    category: 'craft-and-technique',
    daysAgo: 18,
    lasts: 7,
    solvedBy: 4,
    posts: [
      {
        by: 'terver.akaa',
        text: 'In the wet months our drums are in tune until the first puppet has bowed. By the second song they say *dub*, where they should say *dim*. We hold them over a fire between scenes, and last week we burned one. What do real drum makers do?',
        liked: 0.25,
      },
      { by: 'dandara.santos', text: 'Nós: a plastic skin for rain and a real one for God. But you will not want to hear that.' },
      {
        by: 'thabo.mokoena',
        text: 'A hot stone wrapped in a blanket, inside the case, not the fire. It also warms whoever carries it.',
        liked: 0.2,
      },
      {
        by: 'sekou.conte',
        answers: 1,
        liked: 0.5,
        text: `A skin drinks from the inside as well, and nobody covers the inside. So:

- the evening before, rub shea butter into the *inner* side of the shell, not on the skin
- a cloth in the open foot whenever it is not being played; take it out to play
- never a fire; the sun for as long as it takes to drink one glass of tea, the head turned *away*
- and tie it half a turn higher than is beautiful; it will come down to beautiful by the second song

If it is slack all the same, it is not the drum. Change the drummer.`,
      },
      {
        by: 'terver.akaa',
        answers: 4,
        text: 'Cloth in the foot, butter inside, half a turn. Played for two hours in drizzle on Saturday: ***dim.*** The drummer asks me to say that it was never him.',
        liked: 0.45,
      },
      { by: 'sekou.conte', answers: 5, text: 'Greet him. I know that it was him.', liked: 0.4 },
    ],
  },
  {
    title: 'Printing at home in a damp town, without crying',
    category: 'craft-and-technique',
    daysAgo: 9,
    lasts: 8.6,
    photo: 'Marina in July',
    posts: [
      {
        by: 'effiong.ndarake',
        liked: 0.25,
        text: `I print my own pictures, cotton paper, pigment ink, in a room in Calabar where the *salt* is damp. From May on, half of them curl, and the blacks come out like wet slate.

Has anybody solved paper in the rains with things that one can buy in a market?

What I do now, so that you can laugh:

\`\`\`
1. iron the paper (low)
2. print
3. lie to myself
4. print again in November
\`\`\``,
      },
      {
        by: 'caua.ribeiro',
        text: 'Recife is your sister. I keep the paper in a cool box with a kilo of rice in a pillowcase. The rice gets dried in the oven on Sundays. The children know which rice.',
        liked: 0.4,
      },
      { by: 'effiong.ndarake', answers: 2, text: 'Does the rice have to be good?' },
      { by: 'ekaette.udo', answers: 3, text: 'If you put good rice in a pillowcase I am coming to Calabar.', liked: 0.6 },
      {
        by: 'chidi.nwosu',
        text: 'Old printers here in Ọnịcha hang the sheets the day before, in the room in which they will be printed, and close that room. It is not the damp, it is the *change* of damp. So they said; they are all dead now, but the pamphlets are flat.',
        liked: 0.4,
      },
      {
        by: 'joao.tembe',
        text: `> [!quote 5] It is not the damp, it is the *change* of damp.

The same with enamel on tin. I paint with the shop shut and the customers wait outside. They think that it is a secret.`,
        answers: 5,
      },
      {
        by: 'effiong.ndarake',
        text: 'Hung sixteen sheets overnight, door shut, cheap rice in the box. **Fourteen flat.** The blacks are black. I printed @adeyemi.ola’s favourite ferry, the first one, not the second.',
        liked: 0.45,
      },
      { by: 'adeyemi.ola', answers: 7, text: 'So you did keep it. Send it to Abẹ́òkúta, I have the nail already.' },
    ],
  },
];

export const workInProgress: readonly WrittenTopic[] = [
  {
    title: 'Second wall in Inyi: which line would you take out?',
    category: 'work-in-progress',
    daysAgo: 4,
    lasts: 3.6,
    photo: 'Compound wall, Inyi',
    poll: {
      question: 'Which line goes?',
      choices: [
        ['The long one along the foot', 18],
        ['The small coil beside the door', 34],
        ['The python at the top', 8],
        ['None. Walk away', 40],
      ],
      several: false,
      endsInDays: 5,
    },
    posts: [
      {
        by: 'nkem.okonkwo',
        liked: 0.4,
        text: `The family asked for the other side of the compound as well. I have drawn it on paper three times, and each time there is one line too many; I can feel it and cannot find it.

![The first wall, with its empty part](photo:Compound wall, Inyi)

The new one has the same empty part on the left. From the ground up:

1. a long line along the foot, one breath
2. a small coil beside the door
3. the python at the top, *akala eke*

Take one out for me. I paint on Saturday, as long as the mud is damp.`,
      },
      { by: 'mariam.ouedraogo', text: 'The coil. A door is already an event.', liked: 0.3 },
      {
        by: 'lerato.mahlangu',
        text: 'You say that you can feel it. Where in the body? My mother asks this and she is annoyingly right. If it is in the shoulder, it is the long line.',
      },
      { by: 'nkem.okonkwo', answers: 3, text: 'In the wrist. Which is none of the three!', liked: 0.2 },
      {
        by: 'aisha_danladi',
        text: `As somebody who measures walls: how far is the coil from the edge of the door? If it is less than a hand, the plaster will take it out for you in the second rain.

| from the edge | in my experience |
|---|---|
| a finger | gone by June |
| a hand | two seasons |
| an arm | outlives us |`,
        liked: 0.35,
      },
      { by: 'nkem.okonkwo', answers: 5, text: 'A finger and a half. So the rain votes for the coil as well.' },
      {
        by: 'immaculee.u',
        text: 'None. You have been walking around it for too long. It is the wall that has one line too many, and it is called the corner.',
        liked: 0.4,
      },
      {
        by: 'osaro.igbinedion',
        text: 'I voted for the python only so that somebody did. Bring it to Benin instead, we have room for pythons.',
      },
    ],
  },
  {
    title: 'A gele that survives an okada',
    category: 'work-in-progress',
    daysAgo: 21,
    lasts: 16,
    photo: 'Wind off the lagoon',
    posts: [
      {
        by: 'sade.bankole',
        liked: 0.35,
        text: `A customer goes to her weddings by okada and arrives with half of my work. She will not take a taxi, on principle, and I respect the principle.

What I have tried: more pins (she says it is like wearing a fence), starch (it broke, with a sound), and a scarf over it, which made her cry.

It has to stand at forty kilometres an hour. Ideas? *Serious ones as well.*`,
      },
      {
        by: 'abena.owusu',
        text: 'We dance in them. Sew the second fold to the first on the inside, three stitches, with elastic thread. It moves and comes back.',
        liked: 0.45,
      },
      { by: 'sade.bankole', answers: 2, text: 'Elastic **thread**. Twenty years in this trade.' },
      {
        by: 'bjorn.hakansson',
        text: 'A keel. I mean it: a thin strip of bent ash along the back seam, as in a hull. It weighs 11 grams. I can send you three.',
        before: 'A keel. I mean it: a thin strip of bent ash along the back seam. It weighs 40 grams. I can send you three.',
      },
      {
        by: 'salma.mwinyi',
        answers: 4,
        text: 'As the daughter of a boat builder I confirm the keel. As a woman I ask for it to be removable before the food.',
        liked: 0.5,
      },
      {
        by: 'sade.bankole',
        text: `Report from the road, Third Mainland Bridge, both methods together:

- elastic thread: ✔ nothing moved
- @bjorn.hakansson’s keel: ✔ but she says that she now leans into corners
- the groom’s mother asked where it was from

I call it the *Okada Regular*. It is on the price list.`,
        liked: 0.55,
      },
      { by: 'adeyemi.ola', text: 'I need one for standing beside the generator. Same wind, other smell.' },
    ],
  },
  {
    title: 'Ten minutes too long: a rough cut about a ferry',
    category: 'work-in-progress',
    daysAgo: 13,
    lasts: 11,
    posts: [
      {
        by: 'wanjiru.kamau',
        liked: 0.2,
        text: `Thirty-eight minutes, should be twenty-eight. It is about the men who tie up the Likoni ferry. Everybody I show it to says “lovely” and looks at the time.

The scenes as they stand:

1. Morning, ropes, no words (4 min)
2. Baraka explains the knots (6 min)
3. The queue (3 min)
4. **The argument about the tea** (9 min)
5. Noon, nothing happens (5 min)
6. The rope breaks (2 min)
7. Evening, ropes again, no words (9 min)

I love 4 and 7. I suspect that I have to cut 4 and 7.`,
      },
      {
        by: 'chidi.nwosu',
        text: 'You have written “lovely” and then a list in which the rope breaks for two minutes. Begin with the rope. Then I shall watch anybody tie anything.',
        liked: 0.4,
      },
      {
        by: 'effiong.ndarake',
        text: 'Do not touch 5. Nothing happening at noon is the truest thing on any jetty. But three minutes of it is as true as five.',
      },
      {
        by: 'terver.akaa',
        text: `> [!quote 1] The argument about the tea (9 min)

In kwagh-hir an argument may last as long as the drum does not repeat itself. Count how often somebody says the same thing in new words. Cut at the third time.`,
        answers: 1,
        liked: 0.35,
      },
      {
        by: 'wanjiru.kamau',
        answers: 4,
        text: 'I counted. The third time is at 3:40. I am a little offended on behalf of the tea.',
        liked: 0.3,
      },
      { by: 'mariam.ouedraogo', text: 'Keep 7 whole. Let people leave in it. Some of us want to sit until the lamps are on.' },
      {
        by: 'wanjiru.kamau',
        text: 'New cut: rope breaks first, tea to 3:40, noon at three minutes, evening whole. **29:10.** Seventy seconds over, and I know exactly which seventy, and you cannot make me.',
        liked: 0.45,
      },
    ],
  },
];
