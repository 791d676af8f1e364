import * as words from '@mbari/words/live';
import { useEffect, useRef, useState } from 'react';
import { useOnline } from './use-online.ts';
import './presence.css';

/** On an avatar while its member is online. Of long lists only those in view are asked about. */
export function PresenceDot({ id }: { id: string }) {
  const avatar = useRef<HTMLSpanElement>(null);
  const [isInView, setInView] = useState(false);
  const isOnline = useOnline(id, isInView);
  useEffect(() => {
    if (avatar.current === null) return;
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting === true));
    observer.observe(avatar.current);
    return () => observer.disconnect();
  }, []);
  return (
    <span ref={avatar} className="presence">
      {isOnline && <span role="img" aria-label={words.online} title={words.online} className="presence-dot" />}
    </span>
  );
}
