/* Line icons of the shell, 24 x 24. */
import type { JSX } from "preact";

const PATHS: Record<string, JSX.Element> = {
    undo: <path d="M8 6 4 10l4 4M4 10h9a6 6 0 0 1 0 12h-3" />,
    redo: <path d="m16 6 4 4-4 4M20 10h-9a6 6 0 0 0 0 12h3" />,
    reset: <path d="M4 12a8 8 0 1 0 2.600-5.900M4 4v4.500h4.500" />,
    hint: (
        <path d="M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.6.500.9 1.100.9 2.100h5.200c0-1 .3-1.600.9-2.100A6 6 0 0 0 12 3Z" />
    ),
    moon: <path d="M19 14.500A8 8 0 1 1 9.500 5a6.500 6.500 0 0 0 9.500 9.500Z" />,
    sun: (
        <g>
            <circle cx="12" cy="12" r="4" />
            <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600 7 7M17 17l1.400 1.400M18.400 5.600 17 7M7 17l-1.400 1.400" />
        </g>
    ),
    home: <path d="M4 11 12 4l8 7v9h-5v-5H9v5H4Z" />,
    book: (
        <path d="M12 6c-2-1.500-4.500-2-8-2v14c3.500 0 6 .5 8 2 2-1.500 4.500-2 8-2V4c-3.500 0-6 .5-8 2Zm0 0v14" />
    ),
    save: <path d="M12 4v10m-4-4 4 4 4-4M5 16v4h14v-4" />,
    open: <path d="M12 14V4m-4 4 4-4 4 4M5 16v4h14v-4" />,
    clock: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3.500 2" />,
    people: (
        <g>
            <circle cx="9" cy="9" r="3.200" />
            <path d="M3 19c.5-3.500 2.800-5 6-5s5.500 1.500 6 5M16 6.200a3 3 0 0 1 0 5.600M18 14.500c1.800.7 2.800 2.200 3 4.500" />
        </g>
    ),
    first: <path d="M18 5 9 12l9 7ZM6 5v14" />,
    back: <path d="m15 5-7 7 7 7" />,
    forward: <path d="m9 5 7 7-7 7" />,
    last: <path d="m6 5 9 7-9 7ZM18 5v14" />,
    rewind: <path d="M12 5 4 12l8 7ZM20 5l-8 7 8 7Z" />,
    keys: <path d="M3 7h18v11H3ZM7 11v.1M11 11v.1M15 11v.1M8 14.500h8" />,
    play: <path d="M7 4v16l13-8Z" />,
    pause: <path d="M8 5v14M16 5v14" />,
    why: (
        <path d="M9 9a3 3 0 1 1 4.200 2.800c-.8.4-1.200 1-1.200 2V15m0 3.500v.1M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20Z" />
    ),
    up: <path d="m5 15 7-7 7 7" />,
    down: <path d="m5 9 7 7 7-7" />,
    picture: <path d="M4 5h16v14H4Zm0 11 5-5 4 4 3-3 4 4M15 9.500v.1" />,
    guide: (
        <path d="M12 21s-7-6-7-11a7 7 0 0 1 14 0c0 5-7 11-7 11Zm0-8.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z" />
    ),
    cup: (
        <path d="M8 4h8v6a4 4 0 0 1-8 0ZM8 6H4c0 3 1.500 5 4 5M16 6h4c0 3-1.500 5-4 5M12 14v4M8.500 20h7" />
    ),
    flag: <path d="M6 21V4m0 1c4-3 7 3 12 0v9c-5 3-8-3-12 0" />,
    plus: <path d="M12 5v14M5 12h14" />,
    check: <path d="m5 13 5 5 9-11" />,
    more: <path d="M5.500 12v.1M12 12v.1M18.500 12v.1" />,
    remove: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8 12h8" />,
    quiet: <path d="M4 10v4h4l5 4V6L8 10ZM17 10l4 4M21 10l-4 4" />,
    lock: <path d="M6 11h12v9H6Zm2.500 0V8a3.500 3.500 0 0 1 7 0v3M12 15v2" />,
    copy: <path d="M9 9h11v11H9ZM15 9V4H4v11h5" />,
    share: (
        <path d="M18 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM6 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm12 7a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8.700 10.500l6.600-4M8.700 13.500l6.600 4" />
    ),
    send: <path d="M4 12 3 4l18 8-18 8Zm0 0h8" />,
    bell: <path d="M6 17V11a6 6 0 0 1 12 0v6l2 2H4Zm4 2a2 2 0 0 0 4 0M12 5V3" />,
    eye: (
        <path d="M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7Zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z" />
    ),
    bot: (
        <path d="M5 9h14v11H5ZM12 9V5m0 0a1 1 0 1 0 0-2 1 1 0 0 0 0 2ZM9.500 13v2M14.500 13v2M2 13v4M22 13v4" />
    ),
    away: (
        <path d="M3 9c5-5 13-5 18 0M6 12.500c3.500-3.300 8.500-3.300 12 0M9.500 16c1.500-1.300 3.500-1.300 5 0M12 20v.1M4 4l16 16" />
    ),
    seal: (
        <path d="M12 2.500l2.500 2.300 3.400-.4.6 3.300 3 1.700-1.500 3 1.500 3-3 1.700-.6 3.300-3.400-.4-2.500 2.300-2.500-2.300-3.400.4-.6-3.300-3-1.700 1.500-3-1.500-3 3-1.700.6-3.300 3.400.4ZM8 12.500l3 3 5-6" />
    ),
    leave: <path d="M14 4H5v16h9M10 12h11m-4-4 4 4-4 4" />,
    gear: <path d="M4 7h9M17 7h3M4 12h3M11 12h9M4 17h11M19 17h1M15 5v4M9 10v4M17 15v4" />,
    expand: <path d="M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5" />,
    target: <path d="M12 3v4M12 17v4M3 12h4M17 12h4M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z" />,
    close: <path d="M6 6l12 12M18 6 6 18" />,
    branch: <path d="M6 4v16M6 12h6a6 6 0 0 0 6-6V4m-3 3 3-3 3 3" />,
};

export function Icon({ name }: { name: string }) {
    return (
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            {PATHS[name]}
        </svg>
    );
}

export function Logo() {
    return (
        <svg class="logo" viewBox="0 0 100 100" aria-hidden="true">
            <path
                d="M17 17h66v66h-66Z M50 3.330L96.670 50L50 96.670L3.330 50Z"
                fill="var(--choice)"
            />
            <path
                d="M21.500 21.500h57v57h-57Z M50 9.690L90.310 50L50 90.310L9.690 50Z"
                fill="none"
                stroke="var(--ground)"
                stroke-width="1.500"
                stroke-opacity=".75"
            />
            <circle cx="50" cy="50" r="27" fill="#FBF0D6" />
            <path
                d="M27.500 63.500C36 57 43 60 50 61.500s15 0 22.500-4.500A27 27 0 0 1 27.500 63.500Z"
                fill="#E0A95C"
            />
            <path
                d="M33 60V45c0-9 7-15 17-22 10 7 17 13 17 22v15h-7V47c0-5.500-4-9.500-10-14-6 4.500-10 8.500-10 14v13Z"
                fill="#24507F"
            />
        </svg>
    );
}
