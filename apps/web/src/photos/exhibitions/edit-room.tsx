import type { workStates } from '@mbari/contract/photos/exhibitions';
import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/exhibitions';
import { ImagePlus, ImageOff, Text } from 'lucide-react';
import { type OrderedItem, OrderedItems, orderedWork } from '~/photos/series/ordered-works.tsx';
import { useSession } from '~/platform/lib/session.ts';
import { Button } from '~/platform/ui/button.tsx';
import { TextArea, TextField } from '~/platform/ui/field.tsx';
import { type DraftItem, type DraftRoom, emptyText, worksIn } from './draft-rooms.ts';

type WorkState = (typeof workStates)[number];

interface EditRoomProps {
  room: DraftRoom;
  photos: ReadonlyMap<string, Photo>;
  states: ReadonlyMap<string, WorkState>;
  error: readonly string[] | undefined;
  disabled: boolean;
  onAddWorks: () => void;
  onChange: (part: Partial<DraftRoom>) => void;
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Title, text, works and wall texts of a room. */
export function EditRoom({ room, photos, states, error, disabled, onAddWorks, onChange }: EditRoomProps) {
  const { id, title, text, items } = room;
  const { user } = useSession();
  const worksCount = worksIn([room]).length;
  const noteOf = (work: string): string | undefined => {
    const isOwn = photos.get(work)?.user.id === user?.id;
    const state = states.get(work);
    if (state === undefined) return isOwn ? undefined : words.willAsk;
    return state === 'accepted' ? undefined : state === 'requested' ? words.asked : words.declined;
  };
  const presented = (item: DraftItem): OrderedItem => {
    if (item.kind === 'text')
      return {
        id: item.id,
        title: words.wallText,
        handle: <Text {...icon} />,
        field: (
          <textarea
            dir="auto"
            rows={2}
            aria-label={words.wallText}
            className="field-control field-area edit-wall-text"
            value={item.text}
            maxLength={limits.wallText}
            onChange={({ target }) =>
              onChange({ items: items.map((other) => (other.id === item.id ? { ...item, text: target.value } : other)) })
            }
          />
        ),
      };
    const photo = photos.get(item.id);
    if (photo) return orderedWork(photo, noteOf(item.id));
    return {
      id: item.id,
      title: words.unknownWork,
      handle: (
        <>
          <ImageOff {...icon} /> {words.unknownWork}
        </>
      ),
    };
  };
  return (
    <fieldset disabled={disabled} className="edit-room">
      <legend className="sr-only">{title}</legend>
      <TextField
        name={`title of ${id}`}
        dir="auto"
        label={words.roomTitle}
        value={title}
        maxLength={limits.exhibitionTitle}
        error={error}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <TextArea
        rows={2}
        label={words.roomText}
        hint={words.roomTextHint}
        value={text}
        maxLength={limits.roomText}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      {items.length > 0 && (
        <OrderedItems
          legend={words.onTheWalls}
          items={items.map(presented)}
          disabled={disabled}
          onChange={(ids) => onChange({ items: ids.flatMap((one) => items.find((item) => item.id === one) ?? []) })}
        />
      )}
      <div className="flex flex-wrap gap-s3">
        {worksCount < limits.roomWorks && (
          <Button kind="quiet" onClick={onAddWorks}>
            <ImagePlus {...icon} />
            {words.addWorks}
          </Button>
        )}
        {items.length - worksCount < limits.roomTexts && (
          <Button kind="quiet" onClick={() => onChange({ items: [...items, emptyText()] })}>
            <Text {...icon} />
            {words.addWallText}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
