import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { BROKEN_IMAGE, chooseFiles, GREEN_POINT, pictureFile, picturesIn } from './images.ts';
import { CREATION, create, field, form, modal, openCreate, openFilledIn, tab } from './popup-screens.ts';

describe('the image of a popup', () => {
  it('may be a file, which is sent in the form [ADM-POP-030, VAL-064]', async () => {
    const api = await openFilledIn();
    await expect.element(form.getByText('Formats acceptés : JPG, PNG, GIF. Taille maximale : 2 MB.')).toBeVisible();
    for (const type of ['image/jpeg', 'image/gif', 'image/png']) {
      await chooseFiles(form, new File([pictureFile()], 'image', { type }));
      await expect.poll(() => picturesIn(form)).toEqual([GREEN_POINT.replace('image/png', type)]);
    }
    await create.click();
    await expect.poll(() => api.sent(CREATION)).toEqual([expect.objectContaining({ imageUrl: GREEN_POINT })]);
  });

  it('is refused by an alert when it is no image or too large [ADM-POP-031, VAL-062, VAL-063, CONST-042]', async () => {
    const alert = vi.fn<typeof globalThis.alert>();
    vi.stubGlobal('alert', alert);
    await openCreate();
    await chooseFiles(form, new File(['Bonjour'], 'a.txt', { type: 'text/plain' }));
    await expect.poll(() => alert.mock.lastCall).toEqual(['Veuillez sélectionner une image valide.']);
    await chooseFiles(form, new File([new Uint8Array(2_097_153)], 'a.png', { type: 'image/png' }));
    await expect.poll(() => alert.mock.lastCall).toEqual(["La taille de l'image ne doit pas dépasser 2 MB."]);
    await expect.element(field("Adresse de l'image")).toBeVisible();
    await chooseFiles(form, new File([new Uint8Array(2_097_152)], 'a.png', { type: 'image/png' }));
    await expect.element(field("Adresse de l'image")).not.toBeInTheDocument();
    expect(alert).toHaveBeenCalledTimes(2);
  });

  it('can be removed', async () => {
    await openCreate();
    await chooseFiles(form, pictureFile());
    await form.getByRole('button', { name: "Retirer l'image" }).click();
    await expect.element(field("Adresse de l'image")).toHaveValue('');
  });

  it('that the server cannot read is refused at the field', async () => {
    const api = await openFilledIn();
    await chooseFiles(form, pictureFile());
    await tab('Apparence').click();
    const message = 'Veuillez sélectionner une image valide.';
    api.respond(CREATION, 400, { message, code: 'invalid', errors: { imageUrl: message } });
    await create.click();
    await expect.element(form.getByRole('group', { name: 'Image' }).getByText(message)).toBeVisible();
    await expect.element(tab('Contenu')).toHaveAttribute('aria-selected', 'true');
  });
});

describe('the preview of a popup', () => {
  it('shows the values of the form, without an image that is broken [ADM-POP-013]', async () => {
    await openFilledIn();
    await chooseFiles(form, pictureFile());
    await tab('Apparence').click();
    await field('Couleur de fond').fill('#14532d');
    await tab('Prévisualisation').click();
    await expect.element(modal.getByRole('heading', { name: 'Bonjour' })).toBeVisible();
    await expect.element(modal.getByText('à tous')).toBeVisible();
    await expect.element(modal).toHaveStyle({ backgroundColor: 'rgb(20, 83, 45)' });
    expect(picturesIn(modal)).toEqual([GREEN_POINT]);

    await modal.getByRole('button', { name: 'OK' }).click();
    await tab('Contenu').click();
    await form.getByRole('button', { name: "Retirer l'image" }).click();
    await field("Adresse de l'image").fill(BROKEN_IMAGE);
    await tab('Prévisualisation').click();
    await expect.element(modal.getByRole('heading', { name: 'Bonjour' })).toBeVisible();
    await expect.poll(() => picturesIn(modal)).toEqual([]);
  });

  it('is closed by Escape without closing the form, and can be shown again', async () => {
    await openFilledIn();
    await tab('Prévisualisation').click();
    await expect.element(modal).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(modal).not.toBeInTheDocument();
    await expect.element(form).toBeVisible();
    await form.getByRole('button', { name: 'Revoir la popup' }).click();
    await expect.element(modal).toBeVisible();
  });
});
