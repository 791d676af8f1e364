import type { WrittenTopic } from './plan-forum.ts';

export const welcome: readonly WrittenTopic[] = [
  {
    title: 'Say who you are, and what is on your table today',
    category: 'welcome',
    daysAgo: 54,
    lasts: 51,
    isPinned: true,
    posts: [
      {
        by: 'chidi.nwosu',
        liked: 0.5,
        text: `Nnọọ, everybody. I sell books in Ọnịcha and I opened this place because the best talk in my shop happens between two people who came in for something else.

So: **your name, where you are, and what is on your table today.** Not your career. Your table.

I begin. On mine: a 1964 pamphlet called *How to Write Love Letters*, without its cover; glue; cold tea; a list of names for the printing evening that I have not called yet.`,
      },
      {
        by: 'adeyemi.ola',
        liked: 0.3,
        text: 'Adéyẹmí, Abẹ́òkúta. Four yards of cotton, half drawn in cassava paste, and my mother’s reading glasses, which she is looking for in the other room.',
      },
      {
        by: 'effiong.ndarake',
        text: 'Effiong, Calabar. A print of a ferry that came out too dark, and the same print again, darker. I am told that this is a process.',
      },
      { by: 'adeyemi.ola', answers: 3, text: 'Hang the first one. You made the second one only to be sure of the first.', liked: 0.25 },
      {
        by: 'hauwa.kofarmata',
        text: 'Sannu. Hauwa, from the pits at Ƙofar Mata in Kano. My table is a stone. On it: ash, a calabash, my phone in a plastic bag.',
        liked: 0.3,
      },
      { by: 'tene.dogbe', text: 'Tɛnɛ, from Bolou in Togo. Seven rims, drying. Do not touch my table.' },
      {
        by: 'terver.akaa',
        text: 'Tervér, Gboko. Forty exercise books on fractions and, under them, a wooden man with one arm. His other arm is drying. The pupils think that I mark fast.',
        liked: 0.4,
      },
      {
        by: 'han.jiwoo',
        text: '한지우, Jeonju. A wrapping cloth of 1890 or so, and a lamp. I am taking out a repair of 1960, which somebody made with fishing line.',
      },
      {
        by: 'chidi.nwosu',
        answers: 8,
        text: 'Fishing line! Please keep it. In a hundred years somebody will want to know who fished.',
        liked: 0.3,
      },
      {
        by: 'ekaette.udo',
        text: 'Ékáńté, Uyo, and a car park in Lagos on Saturdays. On my table is *your* lunch, if you come before two.',
      },
      {
        by: 'fatimata.bello',
        text: 'Faɗimatu, Gombe. One calabash, one knife that was my grandmother’s, and a burn on my thumb that is my own.',
      },
      {
        by: 'dandara.santos',
        text: 'Dandara, Salvador. Um surdo sem pele. I came for the drums and stay because someone here spoke of the same dye as my great-grandmother.',
      },
      {
        by: 'nkem.okonkwo',
        text: 'Ńkẹ́m, Enugu. A stone, a pod of uli, and black fingers up to the second joint. I am typing this with my nose.',
        liked: 0.45,
      },
    ],
  },
  {
    title: 'What is the word for blue where you are?',
    category: 'welcome',
    daysAgo: 3,
    lasts: 2.9,
    posts: [
      {
        by: 'hauwa.kofarmata',
        liked: 0.4,
        text: `A visitor at the pits asked me for “blue” and I asked him: which one? He laughed. I was not joking.

In Hausa I say *shuɗi* for the cloth and *baƙi*, black, for the deep one that took the whole week; nobody who pays for it calls it blue. And the vat’s own blue, on the foam, has only the word that my grandmother had for it, and she would not let us say it near the pit.

**What do you call it? And how many have you got?**`,
      },
      {
        by: 'adeyemi.ola',
        text: `In Yorùbá we have *aró*, which is the dye before it is a colour, and *ẹlú*, which is the leaf before it is a dye. For the cloth itself my mother says *dúdú* as you do. The pale one from a tired vat she calls *ayinrin*, and says it as one speaks of a polite child.`,
        liked: 0.35,
      },
      {
        by: 'nkem.okonkwo',
        text: 'Igbo people will tell you *anụnụ* for indigo, and then use “blue” for plastic chairs. I think that is fair. A chair is not *anụnụ*.',
        liked: 0.4,
      },
      {
        by: 'issa_coulibaly',
        text: 'Bamanankan: *gala*. The darkest is *gala fin*, and there is one paler than sky which my wife calls “the morning after”.',
      },
      {
        by: 'arjun.rathore',
        text: 'नील (*neel*), and the pale one is *aasmaani*, of the sky. In our yard the youngest vat is simply “the baby”.',
      },
      {
        by: 'sade.bankole',
        text: `> [!quote 3] A chair is not *anụnụ*.

I shall have this embroidered on a gele.`,
        answers: 3,
        liked: 0.5,
      },
      {
        by: 'han.jiwoo',
        text: '쪽빛 (*jjokbit*), the light of the indigo leaf. There is a word in between that and sky, and conservators argue about it at dinners.',
      },
      {
        by: 'solveig.aas',
        text: 'In Norwegian just *blå*, which is a poor harvest. In winter we have a word for the hour instead: *blåtimen*. It lasts from two until three and then that is that.',
      },
      {
        by: 'hauwa.kofarmata',
        answers: 8,
        text: 'An hour that is blue! @solveig.aas, we dye in it too, then. Before the call to prayer, when one cannot see one’s hand but can see the foam.',
      },
      { by: 'chidi.nwosu', text: 'I am writing all of these down. There is a pamphlet in this.', liked: 0.3 },
      { by: 'joao.tembe', text: 'Azul. And *azul de barbearia*, which I have invented, and for which I am known.' },
      { by: 'selamawit.t', text: 'ሰማያዊ, *semayawi*: of the sky again. Everybody looks up.' },
    ],
  },
];

export const eventsAndSite: readonly WrittenTopic[] = [
  {
    title: 'A printing evening in Ọnịcha: when can you come?',
    category: 'events-and-opportunities',
    daysAgo: 26,
    lasts: 19,
    photo: 'The back room',
    poll: {
      question: 'Which evenings suit you? Choose all that do.',
      choices: [
        ['First Saturday of the month', 38],
        ['Second Saturday', 71],
        ['Last Saturday', 44],
        ['A weekday, after closing', 22],
        ['I cannot come, print one for me', 35],
      ],
      several: true,
      endsInDays: -9,
    },
    posts: [
      {
        by: 'chidi.nwosu',
        liked: 0.4,
        text: `There is a sleeping printer in my back room: a hand press of 1958, and eleven cases of type with almost all of the letters. I want to wake it up, **and I need people who do not mind ink**.

![The back room, with the press in the middle](photo:The back room)

Each of us sets one line in their own language, and by the end of the evening we have a pamphlet of sixteen pages that nobody can read alone. Bring a line. I bring paper, and my sister brings ọkpa.

Tell me below which evenings suit you.`,
      },
      {
        by: 'nkem.okonkwo',
        text: 'I come from Enugu with two pupils and my own apron. Have you got a dot to put under the ọ?',
        liked: 0.2,
      },
      {
        by: 'chidi.nwosu',
        answers: 2,
        text: 'I have nine dots under and no tone marks at all. We shall cut them from a bicycle tube. It was done so in 1958.',
        liked: 0.5,
      },
      { by: 'caua.ribeiro', text: 'I cannot cross the water, but I will cut a woodblock for the cover and post it. What size is the bed?' },
      {
        by: 'chidi.nwosu',
        answers: 4,
        text: '25 by 38 centimetres, and it bites at the lower left. A cordel cover on an Ọnịcha pamphlet! @caua.ribeiro, you have made an old man run up the stairs.',
        liked: 0.4,
      },
      {
        by: 'adeyemi.ola',
        text: 'Mine: *Ọwọ́ ọmọdé kò tó pẹpẹ, tàgbàlagbà kò wọ kèrègbè.* A child’s hand does not reach the shelf, an elder’s does not go into the gourd. It needs nine marks. Bring two bicycles.',
        liked: 0.55,
      },
      {
        by: 'chidi.nwosu',
        text: '**Second Saturday it is**, from four o’clock, until the ọkpa is finished. A third of you want one printed for them; that is not what printing evenings are for, and I shall do it anyway.',
        liked: 0.35,
      },
    ],
  },
  {
    title: 'A shared stall at the December market in Lagos',
    category: 'events-and-opportunities',
    daysAgo: 7,
    lasts: 6.7,
    posts: [
      {
        by: 'ekaette.udo',
        liked: 0.3,
        text: `I have my car park for the four Saturdays before Christmas: eight metres of wall with a roof, light until nine. I cook on two metres. **Six metres are looking for people.**

- no fee; everybody brings one lamp and takes home their own rubbish
- one table each, no flags of telephone companies
- music in the evening, if somebody makes it

Who is near enough?`,
      },
      { by: 'sade.bankole', text: 'A metre and a mirror for me. I tie while they eat, and they eat while I tie.' },
      {
        by: 'adeyemi.ola',
        text: 'One metre, forty scarves, my mother on a chair. She will not sell anything, but people will come to be corrected by her.',
        liked: 0.45,
      },
      {
        by: 'osaro.igbinedion',
        text: 'I can bring small heads, up to the third Saturday. After that the road to Benin is nobody’s friend.',
      },
      {
        by: 'ekaette.udo',
        answers: 4,
        text: 'Then the third is bronze night. @effiong.ndarake, would you photograph it? Paid in rice. **Good** rice.',
        liked: 0.5,
      },
      { by: 'effiong.ndarake', answers: 5, text: 'I walk from Calabar.', liked: 0.4 },
      {
        by: 'kwame.asante',
        text: 'I am in Lagos on the second Saturday with a suitcase of offcuts. Is there half a metre between friends?',
      },
      {
        by: 'ekaette.udo',
        text: `> [!quote 7] Is there half a metre between friends?

There is. That leaves a metre and a half, and nobody has said “music” yet. I am looking at the drummers.`,
        answers: 7,
      },
    ],
  },
  {
    title: 'Could a post have sound?',
    category: 'about-this-place',
    daysAgo: 15,
    lasts: 14.5,
    posts: [
      {
        by: 'thabo.mokoena',
        text: 'I show pictures of people playing, and every second comment is “put the sound on”. Could a post have thirty seconds of it? Only as much as a phone records. No songs of others.',
        liked: 0.4,
      },
      {
        by: 'abena.owusu',
        text: 'Please. A picture of a rehearsal without its clapping is a picture of people who look cross.',
        liked: 0.3,
      },
      {
        by: 'chidi.nwosu',
        text: 'I would like it as well. What keeps me is this: with sound, every page in a bus becomes a loudspeaker. If we do it, it plays when one asks it to, and never otherwise.',
        liked: 0.4,
      },
      { by: 'layla.mansour', text: 'أتفق. And with words beside it, for those who do not hear, as we write them for pictures.' },
      {
        by: 'thabo.mokoena',
        answers: 3,
        text: `> [!quote 3] it plays when one asks it to, and never otherwise

Agreed. On my mountain nobody plays unasked either. (This is not true, but it should be.)`,
        liked: 0.35,
      },
      { by: 'tendai.moyo', text: 'Noted for those who build this. It is on the list, behind two other things.' },
    ],
  },
  {
    title: 'How we talk here, in seven lines',
    category: 'about-this-place',
    daysAgo: 57,
    lasts: 2,
    isLocked: true,
    posts: [
      {
        by: 'tendai.moyo',
        liked: 0.45,
        text: `1. Say what you see before you say what you think of it.
2. Ask how it was made. Whoever made it may say: I would rather not.
3. Some things are not for showing. If somebody tells you so about a mask, a song or a place, believe them.
4. Any language. If you can, add a line for the others.
5. Name whoever taught you, and whoever is in the picture, if they want to be named.
6. Nobody sells in the comments. There is a category for markets.
7. If it goes wrong, tell @chidi.nwosu or me. We read it all, though not at night.`,
      },
      { by: 'aisha_danladi', text: 'The third line is why I stay.', liked: 0.4 },
      { by: 'meera.krishnan', text: 'And the fifth. My teacher is seventy-nine and has never been credited by a photograph.', liked: 0.3 },
      { by: 'tendai.moyo', text: 'I close this here, so that it stays short. Whatever is missing: open a topic of its own.' },
    ],
  },
];
