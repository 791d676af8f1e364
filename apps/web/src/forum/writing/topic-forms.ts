// Loaded together, as one chunk.
export { ResumedDraft } from '~/forum/draft-status.tsx';
export { UnsentDraft } from '~/forum/unsent-draft.tsx';
export { EditPostForm } from './edit-post-form.tsx';
export { OpenReply } from './open-reply.tsx';
export { QuoteSelection } from './quote-selection.tsx';
