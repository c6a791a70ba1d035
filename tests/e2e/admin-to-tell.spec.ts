import { ADMIN, expect, newName, test } from './fixtures.ts';

const WIDTHS = [
  [360, 740],
  [1280, 800],
] as const;

for (const [width, height] of WIDTHS) {
  test(`staff tells people over WhatsApp with one tap each, and customers follow a parcel there, at ${width} px [WA-001, WA-002]`, async ({
    page,
    context,
    signIn,
    createOrder,
  }) => {
    await page.setViewportSize({ width, height });
    await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
    // With digits it would be no name.
    const family = newName().replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
    const firstNumber = width * 1000;
    const recipient = (name: string, number: number) => ({
      recipientName: `${name} ${family}`,
      recipientPhone: `+22670${String(firstNumber + number)
        .padStart(7, '0')
        .slice(-6)}`,
    });
    const [awa, ali] = [recipient('Awa', 1), recipient('Ali', 2)];
    const arrived = { status: 'ARRIVED', latestUpdate: 'À Ouagadougou' };
    const first = await createOrder(awa, arrived);
    const second = await createOrder(awa, arrived);
    await createOrder(ali, arrived);

    await signIn(page, ADMIN);
    await page.goto('/admin/to-tell');
    const search = page.getByLabel('Nom, numéro, colis ou étape');
    const card = page.getByTestId('person-to-tell');
    // The events arrive a moment after the changes.
    await expect(async () => {
      await search.fill('');
      await search.fill(family);
      await expect(card.getByRole('link', { name: second.reference })).toBeVisible({ timeout: 1500 });
      await expect(page.getByRole('region', { name: 'Ensuite' }).getByText(`Ali ${family}`)).toBeVisible({
        timeout: 500,
      });
    }).toPass();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

    const whatsapp = card.getByRole('link', { name: 'WhatsApp' });
    const opened = page.waitForEvent('popup');
    await whatsapp.click();
    const address = new URL((await opened).url());
    expect(address.pathname).toBe(`/${awa.recipientPhone.slice(1)}`);
    const text = address.searchParams.get('text') ?? '';
    expect(text).toMatch(/^Bonjour Awa, des nouvelles de vos colis .*\s: Arrivée au Burkina\s: À Ouagadougou \(/);
    for (const { reference } of [first, second]) expect(text).toContain(`/c/${reference}`);

    await expect(card.getByRole('heading', { name: `Ali ${family}` })).toBeVisible();
    await expect(page.getByText('1 prévenue sur 2')).toBeVisible();
    await page.getByRole('tab', { name: 'Prévenues' }).click();
    await search.fill(family);
    const row = page.getByRole('row').filter({ hasText: `Awa ${family}` });
    await expect(row).toContainText('Admin');
    await expect(page.getByRole('row').filter({ hasText: `Ali ${family}` })).toHaveCount(0);

    await page.goto(`/c/${first.reference}`);
    await page.getByRole('button', { name: 'Être averti' }).click();
    const follow = page.getByRole('dialog').getByRole('link', { name: 'Suivre sur WhatsApp' });
    const followed = page.waitForEvent('popup');
    await follow.click();
    expect(new URL((await followed).url()).searchParams.get('text')).toBe(`SUIVI ${first.reference}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}
