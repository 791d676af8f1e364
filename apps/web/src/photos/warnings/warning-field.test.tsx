import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '~/testing/render-screen.tsx';
import { WarningField } from './warning-field.tsx';

function Field({ start = '', report }: { start?: string; report: (value: string) => void }) {
  const [warning, setWarning] = useState(start);
  return (
    <WarningField
      value={warning}
      disabled={false}
      onChange={(changed) => {
        report(changed);
        setWarning(changed);
      }}
    />
  );
}

test('the author chooses a reason, or writes other words', async () => {
  const report = vi.fn<(value: string) => void>();
  const { user } = await renderScreen(<Field report={report} />);
  const select = screen.getByRole('combobox', { name: 'Content warning' });
  await user.selectOptions(select, 'Blood or injury');
  expect(report).toHaveBeenLastCalledWith('injury');
  await user.selectOptions(select, 'Something else');
  // Without words yet, the photo is marked all the same.
  expect(report).toHaveBeenLastCalledWith('strong');
  await user.type(screen.getByRole('textbox', { name: 'What should people expect?' }), 'Animal slaughter');
  expect(report).toHaveBeenLastCalledWith('Animal slaughter');
  await user.selectOptions(select, 'No warning');
  expect(report).toHaveBeenLastCalledWith('');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('the author’s words of a draft or post are in the field', async () => {
  await renderScreen(<Field start="Animal slaughter" report={() => undefined} />);
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Animal slaughter');
});
