import * as words from '@mbari/words/topic-writing';
import { Quote } from 'lucide-react';
import { useEffect, useState } from 'react';
import { forward } from '~/platform/lib/direction.ts';
import { useKeys } from '~/platform/lib/keyboard.ts';
import { Button } from '~/platform/ui/button.tsx';
import './topic-writing.css';

interface SelectedWords {
  number: number;
  text: string;
  left: number;
  top: number;
}

interface QuoteSelectionProps {
  onQuote: (number: number, text: string) => void;
}

/** Button to quote the selected words; the key `q` does the same. */
export function QuoteSelection({ onQuote }: QuoteSelectionProps) {
  const [selected, setSelected] = useState<SelectedWords | null>(null);
  useEffect(() => {
    const follow = () => setSelected(selectedWords());
    // Words may have been selected before this code loaded.
    follow();
    document.addEventListener('selectionchange', follow);
    return () => document.removeEventListener('selectionchange', follow);
  }, []);
  const quote = () => {
    if (selected === null) return;
    getSelection()?.removeAllRanges();
    setSelected(null);
    onQuote(selected.number, selected.text);
  };
  useKeys({ q: selected !== null && quote });
  if (selected === null) return null;
  return (
    <div className="quote-selection" style={{ left: selected.left, insetBlockStart: selected.top }}>
      {/* Prevents a click from clearing the selection. */}
      <Button onPointerDown={(event) => event.preventDefault()} onMouseDown={(event) => event.preventDefault()} onClick={quote}>
        <Quote size={16} strokeWidth={1.6} aria-hidden="true" /> {words.quote}
      </Button>
    </div>
  );
}

/** Null unless the selection is within one post's text. */
function selectedWords(): SelectedWords | null {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const post = elementOf(range.startContainer)?.closest<HTMLElement>('.topic-posts [data-number]');
  const text = selection.toString().trim();
  if (!post || text === '' || elementOf(range.startContainer)?.closest('.markdown') === null) return null;
  // A triple click ends the range at offset 0 of the next element. That element is not selected.
  if (elementOf(range.endContainer)?.closest('[data-number]') !== post && range.endOffset > 0) return null;
  const rect = [...range.getClientRects()].at(-1) ?? range.getBoundingClientRect();
  const end = forward() === 1 ? rect.right - 40 : rect.left - 72;
  return {
    number: Number(post.dataset['number']),
    text,
    left: Math.max(8, Math.min(end, innerWidth - 120)) + scrollX,
    top: rect.bottom + 10 + scrollY,
  };
}

const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement);
