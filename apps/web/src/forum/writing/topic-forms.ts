// Loaded together, as one chunk.
export { BegunDraft } from '~/forum/drafts/begun-draft.tsx';
export { KeptWords } from '~/forum/drafts/kept-words.tsx';
export { EditPostForm } from './edit-post-form.tsx';
export { OpenReply } from './open-reply.tsx';
export { QuoteSelection } from './quote-selection.tsx';
