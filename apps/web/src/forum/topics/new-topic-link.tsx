import * as words from '@mbari/words/forum-topics';
import { Link } from '@tanstack/react-router';
import { PencilLine } from 'lucide-react';
import { type ButtonKind, buttonClass } from '~/platform/ui/button.tsx';

interface NewTopicLinkProps {
  label?: string;
  kind?: ButtonKind;
  categoryId?: string | undefined;
  photoId?: string;
}

export function NewTopicLink({ label = words.newTopic, kind = 'filled', categoryId, photoId }: NewTopicLinkProps) {
  const search = {
    ...(categoryId !== undefined && { category: categoryId }),
    ...(photoId !== undefined && { photo: photoId }),
  };
  return (
    <Link to="/forum/new" search={search} className={buttonClass({ kind })}>
      <PencilLine size={18} strokeWidth={1.6} aria-hidden="true" /> {label}
    </Link>
  );
}
