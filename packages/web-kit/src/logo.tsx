import logoUrl from './logo.svg';

const HEIGHTS = { small: 'h-10', medium: 'h-16', large: 'h-32' };

export interface LogoProps {
  size?: keyof typeof HEIGHTS;
  /** The target of a click; false shows the image only, for places that have a link. */
  href?: string | false;
}

export function Logo({ size = 'medium', href = '/' }: LogoProps) {
  const image = <img src={logoUrl} alt="Logo" width={160} height={40} className={`fc-logo ${HEIGHTS[size]}`} />;
  return href === false ? image : <a href={href}>{image}</a>;
}
