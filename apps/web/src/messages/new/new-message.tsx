import { sendInMessage } from '@mbari/words/message-links';
import { back, newMessage } from '@mbari/words/messages';
import * as words from '@mbari/words/new-message';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { profileOf } from '~/people/profiles/profile-queries.ts';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { conversationWith } from '../message-queries.ts';
import { NewMessageForm } from './new-message-form.tsx';
import type { Sharing } from './shared-preview.tsx';
import './new-message.css';

/** First message to one or several members. With `photo` or `topic` in the address, sends it to them or to a recent conversation. */
export function NewMessage() {
  const { to, photo, topic } = useSearch({ strict: false });
  const shares = photo !== undefined || topic !== undefined;
  const title = shares ? sendInMessage : newMessage;
  useEffect(() => setPageTitle(title), [title]);
  return (
    <section className="new-message" aria-labelledby="new-message">
      <header>
        <Link to="/messages" className="icon-button" aria-label={back} title={back}>
          <ArrowLeft size={20} strokeWidth={1.6} className="rtl:-scale-x-100" aria-hidden="true" />
        </Link>
        <h1 id="new-message" tabIndex={-1} className="display text-t26">
          {title}
        </h1>
      </header>
      {to === undefined ? (
        <NewMessageForm key={photo ?? topic} sharing={{ photo, topic }} />
      ) : (
        <ToMember key={to} username={to} sharing={{ photo, topic }} />
      )}
    </section>
  );
}

/** Opens the conversation with the member if there is one. */
function ToMember({ username, sharing }: { username: string; sharing: Sharing }) {
  const profile = useQuery(profileOf({ username, as: undefined }));
  const { data, error } = useQuery({ ...conversationWith(profile.data?.id ?? ''), enabled: profile.data !== undefined });
  if (data?.conversation_id && sharing.photo === undefined && sharing.topic === undefined)
    return <Navigate to="/messages/$id" params={{ id: data.conversation_id }} replace />;
  if (data) return <NewMessageForm receiver={data.user} sharing={sharing} />;
  if (error ?? profile.error)
    return (
      <>
        <p role="alert">{words.noSuchMember}</p>
        <NewMessageForm sharing={sharing} />
      </>
    );
  return <Spinner />;
}
