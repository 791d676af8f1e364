import type { ExhibitionRoom } from '@mbari/contract/photos/exhibitions';
import * as words from '@mbari/words/exhibitions';
import { Mat } from './mat.tsx';

const sizes = '(max-width: 760px) 104px, 420px';

/** A room on the front: its first work whole on a mat, name, text and number of works. Pressing it enters the room. */
export function RoomCard({ room: { title, text, cover, works_count }, onEnter }: { room: ExhibitionRoom; onEnter: () => void }) {
  return (
    <li className="room-card">
      <Mat image={cover} sizes={sizes} title={title} />
      <div className="room-about">
        <h3>
          <button type="button" className="room-enter" dir="auto" onClick={onEnter}>
            {title}
          </button>
        </h3>
        {text && (
          <p className="room-text" dir="auto">
            {text}
          </p>
        )}
        <p className="text-ink-meta">{words.works({ count: works_count })}</p>
      </div>
    </li>
  );
}
