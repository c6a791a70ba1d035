import { PRODUCT_IMAGE_MAX_BYTES } from '@fasocolis/contracts/catalog';
import { describe, expect, it, vi } from 'vitest';
import type { Locator } from 'vitest/browser';
import { chooseFiles, dropFiles, GREEN_POINT, pictureFile, picturesIn } from './images.ts';
import { add, CREATION, dialog, extraImages, field, mainImage, openCreate, openFilledIn } from './product-screens.ts';

describe('the images of a product', () => {
  it('accept a valid URL, a file, or none [VAL-046]', async () => {
    const api = await openFilledIn();
    const address = field("Adresse de l'image");
    await address.fill('ftp://example.com/montre.jpg');
    await add.click();
    const fault = dialog.getByText("L'URL doit commencer par http://, https:// ou être une image encodée en base64", {
      exact: true,
    });
    await expect.element(fault).toBeVisible();
    for (const accepted of ['', 'http://example.com/montre.jpg', 'https://example.com/montre.jpg']) {
      await address.fill(accepted);
      await expect.element(fault).not.toBeInTheDocument();
    }
    await chooseFiles(mainImage, pictureFile());
    await expect.element(address).not.toBeInTheDocument();
    await add.click();
    await expect.poll(() => api.sent(CREATION)).toEqual([expect.objectContaining({ imageUrl: GREEN_POINT })]);
  });

  it.each<[string, (scope: Locator, ...files: File[]) => Promise<void>]>([
    ['chosen', chooseFiles],
    ['dropped', dropFiles],
  ])('can be %s and removed', async (_, give) => {
    await openCreate();
    await give(mainImage, pictureFile());
    await expect.poll(() => picturesIn(mainImage)).toEqual([GREEN_POINT]);
    await mainImage.getByRole('button', { name: "Retirer l'image" }).click();
    await expect.poll(() => picturesIn(mainImage)).toEqual([]);
  });

  // The browser would open it instead of this page.
  it('are ignored when they are dropped outside of their area', async () => {
    await openCreate();
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true });
    (await field('Nom').findElement()).dispatchEvent(drop);
    expect(drop.defaultPrevented).toBe(true);
  });

  it.each([
    [
      'is no image',
      new File(['Bonjour'], 'a.pdf', { type: 'application/pdf' }),
      'Veuillez sélectionner une image valide.',
    ],
    ['is too large', pictureFile(PRODUCT_IMAGE_MAX_BYTES), "L'image ne doit pas dépasser 10 Mo et 50 mégapixels."],
  ])('cannot be a file that %s', async (_, file, sentence) => {
    const alert = vi.fn<typeof globalThis.alert>();
    vi.stubGlobal('alert', alert);
    await openCreate();
    await chooseFiles(mainImage, file);
    await expect.poll(() => alert.mock.calls).toEqual([[sentence]]);
    expect(picturesIn(mainImage)).toEqual([]);
  });

  it('besides the main one are limited to three [VAL-047]', async () => {
    await openCreate();
    await chooseFiles(extraImages, pictureFile(1), pictureFile(2));
    await expect.poll(() => picturesIn(extraImages)).toHaveLength(2);
    // Two more, but there is room for one.
    await dropFiles(extraImages, pictureFile(3), pictureFile(4));
    await expect.poll(() => picturesIn(extraImages)).toHaveLength(3);
    await expect.element(extraImages.getByRole('button', { name: 'Importer une image' })).not.toBeInTheDocument();
  });

  it('besides the main one are sent in the chosen order', async () => {
    const api = await openFilledIn();
    await chooseFiles(extraImages, pictureFile(1), pictureFile(2), pictureFile(3));
    await expect.poll(() => picturesIn(extraImages)).toHaveLength(3);
    const [first, second, third] = picturesIn(extraImages);
    await extraImages.getByRole('button', { name: "Reculer l'image 1" }).click();
    await extraImages.getByRole('button', { name: "Avancer l'image 3" }).click();
    await expect.poll(() => picturesIn(extraImages)).toEqual([second, third, first]);
    await extraImages.getByRole('button', { name: "Retirer l'image 1" }).click();
    await add.click();
    await expect.poll(() => api.sent(CREATION)).toEqual([expect.objectContaining({ imageUrls: [third, first] })]);
  });
});
