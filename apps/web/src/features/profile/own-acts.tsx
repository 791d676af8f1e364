import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { useSession } from '~/lib/session.ts';
import { buttonClass } from '~/ui/button.tsx';

/** What one can do with a profile of one's own. */
export function OwnActs() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <Link to="/user/$username" params={{ username: user.username }} search={{ as: 'visitor' }} className={buttonClass({ kind: 'words' })}>
      <Eye size={20} strokeWidth={1.6} aria-hidden="true" /> See as others do
    </Link>
  );
}
