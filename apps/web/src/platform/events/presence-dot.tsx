import * as words from '@mbari/words/presence';
import { useEffect, useRef, useState } from 'react';
import { useOnline } from './presence-queries.ts';
import './presence.css';

/** Dot on the avatar of a member who is online. In long lists, requests cover only the members in view. */
export function PresenceDot({ id }: { id: string }) {
  const avatar = useRef<HTMLSpanElement>(null);
  const [isInView, setInView] = useState(false);
  const isOnline = useOnline(id, isInView);
  useEffect(() => (avatar.current === null ? undefined : watchView(avatar.current, setInView)), []);
  return (
    <span ref={avatar} className="presence">
      {isOnline && <span role="img" aria-label={words.online} title={words.online} className="presence-dot" />}
    </span>
  );
}

const watched = new Map<Element, (isInView: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** One shared observer, because browsers check each observer in every frame. It ends with the last watched element. */
function watchView(element: Element, onChange: (isInView: boolean) => void): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting);
  });
  watched.set(element, onChange);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    watched.delete(element);
    if (watched.size === 0) observer = undefined;
  };
}
