import { lessData } from '@mbari/words/low-data';
import { Gauge } from 'lucide-react';
import { chooseLessData, useLessData } from '~/platform/lib/less-data.ts';
import '~/platform/ui/switch.css';

/** For this device only: photos load on tap. */
export function LessDataRow() {
  const on = useLessData();
  return (
    <label className="account-row">
      <Gauge size={20} strokeWidth={1.6} aria-hidden="true" />
      {lessData}
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        className="switch account-at-end"
        checked={on}
        onChange={({ currentTarget }) => chooseLessData(currentTarget.checked)}
      />
    </label>
  );
}
