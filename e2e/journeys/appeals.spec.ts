import { expectNoSeriousProblem } from '../accessibility.ts';
import { enterAs, headersOf, makerAndVisitor, post, type Someone, someoneNew } from '../posts.ts';
import { clearRules, setRules } from '../rules.ts';
import { forgiveAllRefusals } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('decisions and appeals', () => {
  let maker: Someone;
  let visitor: Someone;
  let moderator: Someone;
  let admin: Someone;

  test.beforeAll(async ({ server: { dataFolder } }) => {
    ({ maker, visitor } = await makerAndVisitor(dataFolder));
    moderator = await someoneNew(dataFolder, 'Tervér Akaa', { role: 'moderator' });
    admin = await someoneNew(dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
  });

  test.afterAll(({ server: { dataFolder } }) => clearRules(dataFolder));

  test('a photo is reported for breaking a rule, removed, appealed by its author on a phone, and restored', async ({
    page,
    browser,
    request,
    complaints,
  }) => {
    await setRules(request, admin, [{ title: 'Your own work', body: 'Say who else made it.', is_urgent: true }]);
    const id = await post(request, maker, { title: 'Found elsewhere' });

    await test.step('a reader reports it with a rule', async () => {
      await enterAs(page, visitor, `/post/${id}`);
      await page.getByRole('button', { name: /More/ }).first().click();
      await page.getByRole('menuitem', { name: 'Report' }).click();
      const dialog = page.getByRole('dialog', { name: 'Report this photo' });
      await dialog.getByRole('radio', { name: 'Your own work' }).check();
      await dialog.getByRole('button', { name: 'Send report' }).click();
      await expect(page.getByText('Thank you. The organisers will look at it.')).toBeVisible();
    });

    await test.step('an organiser removes it with the rule alone', async () => {
      const theirs = await browser.newPage();
      await enterAs(theirs, moderator, '/moderation');
      const card = theirs.getByRole('article', { name: new RegExp(`Photo by ${maker.member.name}`) });
      await expect(card).toContainText('Urgent');
      await card.getByRole('button', { name: 'Remove…' }).press('Enter');
      const dialog = theirs.getByRole('dialog', { name: 'Remove it' });
      await dialog.getByLabel('Rule').selectOption('Your own work');
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await expect(theirs.getByText('Removed. The author has been notified.')).toBeVisible();
      await theirs.close();
    });

    const author = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await test.step('its author reads the rule and appeals', async () => {
      await enterAs(author, maker, '/notifications');
      await author.getByText('The organisers removed your photo “Found elsewhere”: Your own work').click();
      await expect(author.getByRole('heading', { name: 'The organisers removed your photo' })).toBeVisible();
      await expect(author.getByText('Say who else made it.')).toBeVisible();
      await author.getByRole('button', { name: 'Send' }).press('Enter');
      await expect(author.getByText('Write what they should know.')).toBeVisible();
      await author.keyboard.type('I drew it myself.');
      await expectNoSeriousProblem(author);
      expect(await author.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await author.getByRole('button', { name: 'Send' }).press('Enter');
      await expect(author.getByText('The organisers have not decided yet.')).toBeVisible();
    });

    await test.step('another organiser grants the appeal', async () => {
      const theirs = await browser.newPage();
      await enterAs(theirs, admin, '/moderation?tab=appeals');
      const card = theirs.getByRole('article', { name: `Appeal from ${maker.member.name}` });
      await expect(card).toContainText('I drew it myself.');
      await card.getByRole('button', { name: 'Grant…' }).press('Enter');
      await theirs.getByRole('dialog', { name: 'Grant the appeal' }).getByRole('button', { name: 'Grant' }).click();
      await expect(theirs.getByRole('heading', { name: 'No appeals' })).toBeVisible();
      await theirs.close();
    });

    await test.step('the photo is restored and its author notified', async () => {
      await author.reload();
      await expect(author.getByText('Granted: the decision was reversed.')).toBeVisible();
      await author.goto(`/post/${id}`);
      await expect(author.getByRole('heading', { name: 'Found elsewhere' })).toBeVisible();
      await author.close();
    });
    // Pages that show the photo request it again and get 404.
    forgiveAllRefusals(complaints);
  });

  test('a warning is shown until acknowledged, and a silenced member sees a notice on every page', async ({
    page,
    request,
    complaints,
  }) => {
    const warn = await request.post(`/api/v1/moderation/users/${visitor.id}/warn`, {
      headers: headersOf(moderator),
      data: { reason: 'Be kind.' },
    });
    expect(warn.status()).toBe(200);
    await enterAs(page, visitor, '/feed');
    const dialog = page.getByRole('dialog', { name: 'A warning from the organisers' });
    await expect(dialog).toContainText('Be kind.');
    await expectNoSeriousProblem(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await dialog.getByRole('button', { name: 'I have read it' }).press('Enter');
    await expect(dialog).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(dialog).toBeHidden();

    const until = new Date(Date.now() + 3 * 86_400_000).toISOString();
    await request.post(`/api/v1/moderation/users/${visitor.id}/silence`, {
      headers: headersOf(moderator),
      data: { reason: 'Cool down.', until },
    });
    await page.reload();
    await expect(page.getByText(/You can read, but not post until/)).toBeVisible();
    await expect(page.getByText('Cool down.')).toBeVisible();
    forgiveAllRefusals(complaints);
  });
});
