import { type Audience, audiences } from '@mbari/contract/photos/post-fields';
import * as words from '@mbari/words/photo-details';
import { upgradeForPostVisibility } from '@mbari/words/sentences';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '~/platform/lib/session.ts';
import { usePlansAddress } from '~/platform/site/plans-address.ts';
import { SelectOption } from '~/platform/ui/option-row.tsx';

interface AudienceOptionProps {
  audience: Audience | '';
  disabled: boolean;
  error: string | undefined;
  onChange: (audience: Audience | '') => void;
}

/** Without a plan, a post may be opened to more members, but not to fewer. */
export function AudienceOption({ audience, disabled, error, onChange }: AudienceOptionProps) {
  const { user } = useSession();
  const [before] = useState(audience);
  const isPaid = user?.viewer.may_set_visibility === true;
  const plans = usePlansAddress() ?? '/plans';
  const isOffered = (choice: Audience): boolean => isPaid || audiences.indexOf(choice) <= audiences.indexOf(before || 'public');
  return (
    <SelectOption
      icon={Eye}
      label={words.audience}
      name="audience"
      disabled={disabled}
      value={audience}
      hint={
        !isPaid && (
          // Opens a new tab, so that the form stays open.
          <a href={plans} target="_blank" rel="noreferrer" className="underline underline-offset-3">
            {upgradeForPostVisibility}
          </a>
        )
      }
      error={error}
      onChange={({ target }) => onChange(audiences.find((one) => one === target.value) ?? '')}
    >
      <option value="">{words.audienceSetting}</option>
      {audiences.map((one) => (
        <option key={one} value={one} disabled={!isOffered(one)}>
          {audienceNames[one]}
        </option>
      ))}
    </SelectOption>
  );
}

export const audienceNames: Record<Audience, string> = {
  public: words.audienceEveryone,
  followers: words.audienceFollowers,
  me: words.audienceMe,
};
