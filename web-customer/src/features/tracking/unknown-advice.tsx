import { isMistyped } from '@fasocolis/contracts/reading/reference';

/** About a reference that no parcel has. Generated references have a check character. */
export default function UnknownAdvice({ reference }: { reference: string }) {
  return isMistyped(reference)
    ? "Un caractère de ce numéro est faux. Comparez-le avec celui que vous avez reçu : il n'a ni 0, ni O, ni 1, ni I."
    : 'Vérifiez le numéro de suivi, lettre par lettre, puis relancez la recherche.';
}
