// Loaded together, as one chunk.
export { BegunDraft } from '~/forum/begun-draft.tsx';
export { KeptWords } from '~/forum/kept-words.tsx';
export { EditPostForm } from './edit-post-form.tsx';
export { OpenReply } from './open-reply.tsx';
export { QuoteSelection } from './quote-selection.tsx';
