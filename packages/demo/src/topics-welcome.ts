import type { WrittenTopic } from './written-topic.ts';

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
