import { craft } from './topics-craft.ts';
import { eventsAndSite } from './topics-events-and-site.ts';
import { welcome } from './topics-welcome.ts';
import { workInProgress } from './topics-work-in-progress.ts';
import type { WrittenTopic } from './written-topic.ts';

export const writtenTopics: readonly WrittenTopic[] = [...welcome, ...workInProgress, ...craft, ...eventsAndSite];
