import * as words from '@mbari/words/presence';
import { useOnline } from './presence-queries.ts';
import './presence.css';

export function OnlineTag({ id }: { id: string }) {
  return useOnline(id) ? <span className="online-tag">{words.online}</span> : null;
}
