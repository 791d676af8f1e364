import type { WrittenTopic } from './written-topic.ts';

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
