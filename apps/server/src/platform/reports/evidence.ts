export { contentOf, type EvidenceContent } from './evidence-queries.ts';
