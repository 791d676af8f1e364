/** Generated modules of the catalogues that tests use, by language. */
const catalogues = {
  'auth': {
    ar: () => import('../../packages/words/src/generated/ar/auth.ts'),
    fr: () => import('../../packages/words/src/generated/fr/auth.ts'),
  },
  'comments': {
    ar: () => import('../../packages/words/src/generated/ar/comments.ts'),
    fr: () => import('../../packages/words/src/generated/fr/comments.ts'),
  },
  'composer': {
    ar: () => import('../../packages/words/src/generated/ar/composer.ts'),
    fr: () => import('../../packages/words/src/generated/fr/composer.ts'),
  },
  'feed': {
    ar: () => import('../../packages/words/src/generated/ar/feed.ts'),
    fr: () => import('../../packages/words/src/generated/fr/feed.ts'),
  },
  'follows': {
    ar: () => import('../../packages/words/src/generated/ar/follows.ts'),
    fr: () => import('../../packages/words/src/generated/fr/follows.ts'),
  },
  'image-picker': {
    ar: () => import('../../packages/words/src/generated/ar/image-picker.ts'),
    fr: () => import('../../packages/words/src/generated/fr/image-picker.ts'),
  },
  'languages': {
    ar: () => import('../../packages/words/src/generated/ar/languages.ts'),
    fr: () => import('../../packages/words/src/generated/fr/languages.ts'),
  },
  'new-topic': {
    ar: () => import('../../packages/words/src/generated/ar/new-topic.ts'),
    fr: () => import('../../packages/words/src/generated/fr/new-topic.ts'),
  },
  'notification-sentences': {
    ar: () => import('../../packages/words/src/generated/ar/notification-sentences.ts'),
    fr: () => import('../../packages/words/src/generated/fr/notification-sentences.ts'),
  },
  'notifications': {
    ar: () => import('../../packages/words/src/generated/ar/notifications.ts'),
    fr: () => import('../../packages/words/src/generated/fr/notifications.ts'),
  },
  'onboarding': {
    ar: () => import('../../packages/words/src/generated/ar/onboarding.ts'),
    fr: () => import('../../packages/words/src/generated/fr/onboarding.ts'),
  },
  'photo-page': {
    ar: () => import('../../packages/words/src/generated/ar/photo-page.ts'),
    fr: () => import('../../packages/words/src/generated/fr/photo-page.ts'),
  },
  'photos': {
    ar: () => import('../../packages/words/src/generated/ar/photos.ts'),
    fr: () => import('../../packages/words/src/generated/fr/photos.ts'),
  },
  'sentences': {
    ar: () => import('../../packages/words/src/generated/ar/sentences.ts'),
    fr: () => import('../../packages/words/src/generated/fr/sentences.ts'),
  },
  'settings': {
    ar: () => import('../../packages/words/src/generated/ar/settings.ts'),
    fr: () => import('../../packages/words/src/generated/fr/settings.ts'),
  },
  'shell': {
    ar: () => import('../../packages/words/src/generated/ar/shell.ts'),
    fr: () => import('../../packages/words/src/generated/fr/shell.ts'),
  },
  'forum-post-pages': {
    ar: () => import('../../packages/words/src/generated/ar/forum-post-pages.ts'),
    fr: () => import('../../packages/words/src/generated/fr/forum-post-pages.ts'),
  },
  'starting-categories': {
    ar: () => import('../../packages/words/src/generated/ar/starting-categories.ts'),
    fr: () => import('../../packages/words/src/generated/fr/starting-categories.ts'),
  },
  'topic-writing': {
    ar: () => import('../../packages/words/src/generated/ar/topic-writing.ts'),
    fr: () => import('../../packages/words/src/generated/fr/topic-writing.ts'),
  },
  'ui': {
    ar: () => import('../../packages/words/src/generated/ar/ui.ts'),
    fr: () => import('../../packages/words/src/generated/fr/ui.ts'),
  },
};

type Loaded<Subject extends keyof typeof catalogues> = Awaited<ReturnType<(typeof catalogues)[Subject]['ar']>>;

export const wordsIn = <Subject extends keyof typeof catalogues>(locale: 'ar' | 'fr', subject: Subject): Promise<Loaded<Subject>> =>
  catalogues[subject][locale]() as Promise<Loaded<Subject>>;
