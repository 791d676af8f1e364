import type { WrittenTopic } from './written-topic.ts';

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
