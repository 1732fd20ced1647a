import { useTheme } from '@mui/material/styles';

/** The company's logo, or else the product's. */
export function Logo({ size = 28, image = null }: { size?: number; image?: string | null }) {
  const { mark } = useTheme().vars.palette;
  if (image) return <img src={image} width={size} height={size} alt="" style={{ objectFit: 'contain', borderRadius: 4 }} />;
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill={mark.ground} />
      <g fill={mark.ink}>
        <rect x="8" y="8.5" width="4.5" height="15" rx="1.75" />
        <rect x="13.75" y="8.5" width="4.5" height="8.5" rx="1.75" fillOpacity="0.8" />
        <rect x="19.5" y="8.5" width="4.5" height="11.5" rx="1.75" fillOpacity="0.6" />
      </g>
    </svg>
  );
}
