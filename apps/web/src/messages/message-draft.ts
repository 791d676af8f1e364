import { currentSession } from '~/platform/lib/session.ts';

/* The browser stores one draft for each conversation. Signing out clears them. */

const nameOf = (conversationId: string): string => `mbari_message_draft ${currentSession().user?.id ?? ''} ${conversationId}`;

export const findMessageDraft = (conversationId: string): string => localStorage.getItem(nameOf(conversationId)) ?? '';

export function storeMessageDraft(conversationId: string, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(nameOf(conversationId));
    else localStorage.setItem(nameOf(conversationId), text);
  } catch {
    // If storage is full, the draft lasts as long as the page.
  }
}
