import type { ReactNode } from "react";

/** The icons of the console, 16 by 16, drawn in the colour of their text. They are decoration: a label says what they do. */
function icon(path: ReactNode) {
  return function Icon({ size = 16 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {path}
      </svg>
    );
  };
}

export const OverviewIcon = icon(<path d="M2.5 13.5v-4M6.2 13.5v-8M9.8 13.5v-6M13.5 13.5v-11" />);
export const ProjectsIcon = icon(<path d="M2.5 5.5 8 2.5l5.5 3L8 8.5zM2.5 8.5l5.5 3 5.5-3M2.5 11.3l5.5 2.9 5.5-2.9" />);
export const SubscriptionIcon = icon(
  <>
    <circle cx="8" cy="8" r="1.6" />
    <path d="M4.8 11.2a4.5 4.5 0 0 1 0-6.4M11.2 4.8a4.5 4.5 0 0 1 0 6.4M2.7 13.3a7.5 7.5 0 0 1 0-10.6M13.3 2.7a7.5 7.5 0 0 1 0 10.6" />
  </>,
);
export const DeliveriesIcon = icon(<path d="M14 2 7.3 8.7M14 2l-4.2 12-2.5-5.3L2 6.2z" />);
export const JobsIcon = icon(<path d="M8 10.5v-8M4.8 5.5 8 2.3l3.2 3.2M2.5 10v2.5a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V10" />);
export const StoresIcon = icon(
  <path d="M2.5 6.2 3.6 2.5h8.8l1.1 3.7a1.9 1.9 0 0 1-3.7 0 1.9 1.9 0 0 1-3.6 0 1.9 1.9 0 0 1-3.7 0zM3.5 8v5.5h9V8M6.5 13.5v-3h3v3" />,
);
export const UsersIcon = icon(
  <>
    <circle cx="6" cy="5.3" r="2.5" />
    <path d="M1.8 13.5c.3-2.4 2-3.8 4.2-3.8s3.9 1.4 4.2 3.800M10.5 3.100a2.5 2.5 0 0 1 0 4.500M12 10c1.3.5 2.1 1.7 2.3 3.5" />
  </>,
);
export const RoutesIcon = icon(
  <>
    <circle cx="4" cy="12.3" r="1.7" />
    <circle cx="12" cy="3.7" r="1.7" />
    <path d="M5.7 12.300h5a2.2 2.2 0 0 0 0-4.400H5.300a2.2 2.2 0 0 1 0-4.300h5" />
  </>,
);
export const SystemIcon = icon(
  <path d="M2.5 3.500a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1V6a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM2.5 10a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v2.500a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM5 4.800h.010M5 11.300h.01" />,
);
export const AuditIcon = icon(
  <path d="M4 2.500h8a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM5.5 5.500h5M5.5 8h5M5.5 10.500H8" />,
);
export const SearchIcon = icon(
  <>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 3 3" />
  </>,
);
export const SunIcon = icon(
  <>
    <circle cx="8" cy="8" r="2.8" />
    <path d="M8 1.500v1.200M8 13.300v1.200M1.5 8h1.200M13.3 8h1.200M3.4 3.400l.9.9M11.7 11.700l.9.9M3.4 12.600l.9-.9M11.7 4.300l.9-.9" />
  </>,
);
export const MoonIcon = icon(<path d="M13.5 9.600A6 6 0 0 1 6.4 2.500a6 6 0 1 0 7.1 7.100z" />);
export const AutoIcon = icon(
  <>
    <circle cx="8" cy="8" r="5.5" />
    <path d="M8 2.500v11M8 5l4-1M8 8h5.400M8 11l4 1" />
  </>,
);
export const MenuIcon = icon(<path d="M2.5 4.500h11M2.5 8h11M2.5 11.500h11" />);
export const CloseIcon = icon(<path d="m4 4 8 8M12 4l-8 8" />);
export const CopyIcon = icon(
  <path d="M6 5.500h6.500a1 1 0 0 1 1 1V13a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V6.500a1 1 0 0 1 1-1zM3 10.500a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1h6.500a1 1 0 0 1 1 1" />,
);
export const CheckIcon = icon(<path d="m3 8.5 3.3 3.300L13 4.8" />);
export const PauseIcon = icon(<path d="M5.5 3.500v9M10.5 3.500v9" />);
export const PlayIcon = icon(<path d="M5 3.200v9.600L12.5 8z" />);
export const PlusIcon = icon(<path d="M8 3v10M3 8h10" />);
export const DownIcon = icon(<path d="m4 6 4 4 4-4" />);
export const UpIcon = icon(<path d="m4 10 4-4 4 4" />);
export const ForwardIcon = icon(<path d="m6 3.5 4.5 4.500L6 12.5" />);
export const BackIcon = icon(<path d="M10 3.5 5.5 8l4.5 4.5" />);
export const WarningIcon = icon(<path d="M8 2.2 14.5 13.500h-13zM8 6.500v3.200M8 11.600v.01" />);
export const SignOutIcon = icon(<path d="M6 2.500H3.500a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1H6M10.5 11l3-3-3-3M13.3 8H6" />);
export const KeyboardIcon = icon(
  <path d="M2 4.500a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1zM4.5 6.300h.010M7 6.300h.010M9.5 6.300h.010M11.7 6.300h.010M5 9.700h6" />,
);
export const DownloadIcon = icon(<path d="M8 2.500v8M4.8 7.5 8 10.700l3.2-3.200M2.5 13.500h11" />);
export const RefreshIcon = icon(<path d="M13.5 8A5.5 5.5 0 1 1 11.7 3.900L13.5 5.500M13.5 2.500v3h-3" />);
