export declare function newestProgram(): string;
