'use no memo';

import { splitText, type Target } from '@mbari/contract/platform/parse-text';
import { Link } from '@tanstack/react-router';
import './linked-text.css';

interface LinkedTextProps {
  text: string;
  /** Usernames in the text whose members the viewer can see. */
  mentions?: readonly string[] | undefined;
}

/** Renders a member's text with links for names, tags and addresses. The text is never parsed as HTML. */
export function LinkedText({ text, mentions = [] }: LinkedTextProps) {
  return splitText(text, mentions).map((part, index) =>
    // The index is a stable key, because the parts never change places.
    part.target === null ? part.text : <TextLink key={`${index}${part.text}`} text={part.text} target={part.target} />,
  );
}

function TextLink({ text, target }: { text: string; target: Target }) {
  if (target.kind === 'member')
    return (
      <Link to="/user/$username" params={{ username: target.username }} preload={false} className="text-link" dir="ltr">
        {text}
      </Link>
    );
  if (target.kind === 'tag')
    return (
      <Link to="/tag/$tag" params={{ tag: target.tag }} preload={false} className="text-link" dir="auto">
        {text}
      </Link>
    );
  return (
    <a href={target.href} rel="nofollow ugc noopener" className="text-link text-address" dir="ltr">
      {text}
    </a>
  );
}
