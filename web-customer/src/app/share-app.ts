import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { share } from '../components/share.ts';

export const shareApp = () =>
  share({
    title: PRODUCT_NAME,
    url: `${location.origin}/`,
    copied: "Le lien de l'application a été copié dans le presse-papiers.",
  });
