import { type Announcement, createAnnouncement, deleteAnnouncement, updateAnnouncement } from '@mbari/contract/community/announcements';
import { screen } from '@testing-library/react';
import { testConflict } from '~/testing/test-conflict.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { AnnouncementDialog } from './announcement-dialog.tsx';
import { RemoveAnnouncementDialog } from './remove-announcement-dialog.tsx';

const begins_at = '2030-05-01T08:00:00.000Z';
const announcement = { id: 'a1', text: 'We meet.', begins_at, ends_at: null, is_dismissable: true, version: 3 } as unknown as Announcement;
const form = { busy: 'Saving...', failure: 'That did not work. Please try again.', answer: { message: '' } as never };

testForm('a new announcement', {
  ...form,
  draw: () => <AnnouncementDialog onClose={() => undefined} />,
  fill: async (user) => {
    await user.type(screen.getByLabelText('Text'), 'We meet.');
    await user.click(screen.getByRole('switch', { name: /Members can dismiss it/ }));
  },
  sends: createAnnouncement,
  body: { text: 'We meet.', is_dismissable: false, ends_at: null },
  button: 'Publish',
  refusable: { field: 'Text', name: 'text' },
});

testForm('an edited announcement', {
  ...form,
  draw: () => <AnnouncementDialog announcement={announcement} onClose={() => undefined} />,
  fill: (user) => user.type(screen.getByLabelText('Text'), ' Bring cloth.'),
  sends: updateAnnouncement,
  body: { text: 'We meet. Bring cloth.', is_dismissable: true, begins_at, ends_at: null, version: 3 },
  button: 'Save changes',
  refusable: { field: 'Ends', name: 'ends_at' },
});

testForm('deleting an announcement', {
  ...form,
  draw: () => <RemoveAnnouncementDialog id="a1" onClose={() => undefined} />,
  sends: deleteAnnouncement,
  body: null,
  button: 'Take down',
});

testConflict('an announcement', {
  draw: () => <AnnouncementDialog announcement={announcement} onClose={() => undefined} />,
  fill: (user) => user.type(screen.getByLabelText('Text'), ' Bring cloth.'),
  sends: updateAnnouncement,
  answer: { message: '' } as never,
  button: 'Save changes',
  stored: { ...announcement, text: 'We dance.', version: 4 },
  field: 'Text',
  name: 'text',
  mine: 'We meet. Bring cloth.',
  theirs: 'We dance.',
});
