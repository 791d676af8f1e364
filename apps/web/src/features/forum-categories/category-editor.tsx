import { updateForumCategory } from '@mbari/contract/forum-categories';
import type { ForumCategory } from '@mbari/contract/shapes/forum-categories';
import * as words from '@mbari/words/forum-categories';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { categoriesChanged } from '~/lib/cache-events/forum-moderation.ts';
import { call, wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import { useLazyDialog } from '~/lib/use-lazy-dialog.ts';
import { Button, IconButton } from '~/ui/button.tsx';
import { CategoryMark } from './category-section.tsx';
import './category-editor.css';

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The categories in their order, for admins to change. */
export function CategoryEditor({ categories }: { categories: readonly ForumCategory[] }) {
  const addition = useLazyDialog(async () => (await import('./category-dialog.tsx')).CategoryDialog);
  const { list, said, move } = useOrder(categories);
  return (
    <>
      <ol ref={list} className="category-rows">
        {categories.map((category, index) => (
          <CategoryRow
            key={category.id}
            category={category}
            categories={categories}
            onUp={index === 0 ? undefined : () => void move(category, index)}
            onDown={index === categories.length - 1 ? undefined : () => void move(category, index + 2)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Button onClick={addition.open}>{words.addCategory}</Button>
      {addition.Dialog && <addition.Dialog onClose={addition.close} />}
    </>
  );
}

/** Puts a category at a position. The button that was pressed keeps the focus where the row is then. */
function useOrder(categories: readonly ForumCategory[]) {
  const client = useQueryClient();
  const list = useRef<HTMLOListElement>(null);
  const pressed = useRef<HTMLElement | null>(null);
  const busy = useRef(false);
  const [said, setSaid] = useState('');
  useLayoutEffect(() => {
    // Rows that change places lose the focus.
    if (!pressed.current?.isConnected || document.activeElement !== document.body) return;
    pressed.current.focus();
    pressed.current = null;
  });
  const move = async ({ id, name }: ForumCategory, position: number): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    const { activeElement } = document;
    pressed.current = activeElement instanceof HTMLElement && list.current?.contains(activeElement) ? activeElement : null;
    try {
      await call(updateForumCategory, { params: { id }, body: { position } });
      await categoriesChanged(client);
      setSaid(words.nowAt({ name, position, count: categories.length }));
    } catch (error) {
      toast.error(wordsOf(error, words.orderFailed));
    } finally {
      busy.current = false;
    }
  };
  return { list, said, move };
}

interface CategoryRowProps {
  category: ForumCategory;
  categories: readonly ForumCategory[];
  /** Left out where there is none before, or behind. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

function CategoryRow({ category, categories, onUp, onDown }: CategoryRowProps) {
  const { name, description, topics_count: count } = category;
  const edit = useLazyDialog(async () => (await import('./category-dialog.tsx')).CategoryDialog);
  const deletion = useLazyDialog(async () => (await import('./delete-category-dialog.tsx')).DeleteCategoryDialog);
  return (
    <li className="category-row">
      <CategoryMark color={category.color} />
      <div className="category-row-text">
        <p className="font-semibold" dir="auto">
          {name}
        </p>
        {description !== '' && <p dir="auto">{description}</p>}
        <p className="text-ink-meta text-t15">{words.topics({ count })}</p>
      </div>
      <div className="category-row-actions">
        <IconButton label={words.moveUp({ name })} aria-disabled={!onUp} onClick={onUp}>
          <ArrowUp {...icon} />
        </IconButton>
        <IconButton label={words.moveDown({ name })} aria-disabled={!onDown} onClick={onDown}>
          <ArrowDown {...icon} />
        </IconButton>
        <IconButton label={words.editCategory({ name })} onClick={edit.open}>
          <Pencil {...icon} />
        </IconButton>
        <IconButton label={words.deleteCategory({ name })} onClick={deletion.open}>
          <Trash2 {...icon} />
        </IconButton>
      </div>
      {edit.Dialog && <edit.Dialog category={category} onClose={edit.close} />}
      {deletion.Dialog && <deletion.Dialog category={category} categories={categories} onClose={deletion.close} />}
    </li>
  );
}
