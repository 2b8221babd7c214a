"""Texts of bot files for tests of discovery."""

from pathlib import Path


def bot_text(name: str, class_name: str = "Some", before: str = "", body: str = "pass") -> str:
    """A file with one bot."""
    return (
        f'"""{class_name} does something."""\n'
        f"from wallenstein import Bot, register\n{before}\n"
        f'@register("{name}")\nclass {class_name}(Bot):\n    {body}\n'
    )


def write(path: Path, text: str) -> Path:
    """Writes a file and gives its path back."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
